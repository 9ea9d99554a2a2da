import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import worker from "../../src/worker.ts";
import { call, freshAddress, type Host, requestBy, signedInHost } from "../support/account.ts";
import { capturingQueue } from "../support/broadcast.ts";
import {
  addMember,
  type EventFixture,
  type FixtureGuest,
  firstOf,
  makeEventFixture,
} from "../support/event-fixture.ts";
import { eventually } from "../support/eventually.ts";
import { answerRequest, browserHeaders, editRequest } from "../support/guest-requests.ts";
import { raceBeforeWrite, replaced, UNARMED_SCHEDULER } from "../support/race.ts";
import { costOf, recordingEnv } from "../support/recording-env.ts";
import { rounds } from "../support/rounds.ts";

const send = (request: Request): Promise<Response> => exports.default.fetch(request);

interface CheckIn {
  id: string;
  arrival_count: number;
  checked_in_by: string | null;
  checked_in_by_name: string;
  checked_in_at: string;
  recorded_at: string;
  claimed_at: string | null;
  walk_in: boolean;
}

/** An event with guests, and a scanner ticket for it. */
async function openDoor(guests = 1): Promise<{ host: Host; fixture: EventFixture; ticket: string }> {
  const host = await signedInHost({ tier: "pro" });
  const fixture = await makeEventFixture(host.id, guests);
  return { host, fixture, ticket: await ticketOf(host, fixture.eventId) };
}

async function ticketOf(host: Host, eventId: string): Promise<string> {
  const response = await host.api("POST", `/events/${eventId}/scanner-ticket`);
  expect(response.status).toBe(201);
  const { ticket, url } = (await response.json()) as { ticket: string; url: string };
  expect(url).toBe(`https://usher.test/scan#${ticket}`);
  return ticket;
}

/** Moves an event so that it begins `hours` from now. */
async function beginsIn(eventId: string, hours: number): Promise<void> {
  await env.DB.prepare("update events set event_date = ? where id = ?")
    .bind(Date.now() + hours * 3_600_000, eventId)
    .run();
}

/** Answers `attending` and returns the door code. */
async function codeOf(guest: FixtureGuest, plusOnes = 1, headers = browserHeaders()): Promise<string> {
  const response = await send(answerRequest(guest.token, { plus_ones: plusOnes }, headers));
  expect(response.status).toBe(201);
  return ((await response.json()) as { check_in: { qr_token: string } }).check_in.qr_token;
}

const atDoor = (ticket: string, eventId: string, path: string, body?: unknown) =>
  call(body === undefined ? "GET" : "POST", `/events/${eventId}${path}`, body, {
    Authorization: `Bearer ${ticket}`,
    "CF-Connecting-IP": freshAddress(),
  });

const errorOf = async (response: Response) => ((await response.json()) as { error: string }).error;

describe("POST /events/{eventId}/check-in", () => {
  /**
   * @spec 4.106 "POST | /events/{id}/check-in | records arrival_count; broadcasts check_in.recorded on the WebSocket"
   */
  it("checks a guest in by the door code, with the announced headcount: POST /events/{eventId}/check-in", async () => {
    const { host, fixture, ticket } = await openDoor();
    const code = await codeOf(firstOf(fixture), 2);
    const response = await atDoor(ticket, fixture.eventId, "/check-in", { qr_token: code });
    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject({
      guest: { id: firstOf(fixture).id, name: "Guest 0" },
      arrival_count: 3,
      walk_in: false,
      checked_in_by: host.id,
      checked_in_by_name: "Ada Host",
      door_device: { id: expect.any(String), name: "Scanner link" },
    });
  });

  /**
   * @spec 2.60 "Check-in | guest_id | uuid | unique: a guest can be checked in once"
   * @spec 3.22 "checked in | POST /events/{id}/check-in | again | unchanged (409)"
   * @spec 4.105 "POST | /events/{id}/check-in | 409 when already checked in"
   * @spec 4.108 "GET | /events/{id}/check-ins | viewer+ | returns the list and the summary together"
   * @spec 7.21 "409 | guest already checked in"
   */
  it("accepts exactly one of many scans of one code, and returns to the others the stored check-in", {
    tags: "rounds",
  }, async () => {
    const many = rounds(200);
    const { host, fixture, ticket } = await openDoor();
    const code = await codeOf(firstOf(fixture));
    // A device may send 60 scans a minute.
    const others = await Promise.all([1, 2, 3].map(() => ticketOf(host, fixture.eventId)));
    const scans = await Promise.all(
      Array.from({ length: many }, (_, index) =>
        atDoor([ticket, ...others][index % 4] ?? ticket, fixture.eventId, "/check-in", { qr_token: code }),
      ),
    );
    const statuses = scans.map((scan) => scan.status).sort();
    expect(statuses).toEqual([201, ...Array(many - 1).fill(409)]);
    const refused = scans.find((scan) => scan.status === 409);
    expect(await refused?.json()).toMatchObject({
      error: "already_checked_in",
      check_in: { arrival_count: 2, checked_in_by: host.id, checked_in_at: expect.any(String) },
    });
    const list = await (await atDoor(ticket, fixture.eventId, "/check-ins")).json();
    expect(list).toMatchObject({
      items: [{ arrival_count: 2 }],
      summary: { arrived_headcount: 2, expected_headcount: 2, guests_checked_in: 1, guests_expected: 1, walk_ins: 0 },
    });
  });

  it("lists check-ins under the event's own ID, in any spelling of the path", async () => {
    const { fixture, ticket } = await openDoor();
    const list = await (await atDoor(ticket, fixture.eventId.toUpperCase(), "/check-ins")).json();
    expect(list).toMatchObject({ event: { id: fixture.eventId } });
  });

  it("returns the same check-in for a repeated scan", async () => {
    const { fixture, ticket } = await openDoor();
    const body = { qr_token: await codeOf(firstOf(fixture)), nonce: "scan-0000-0001", arrival_count: 1 };
    const first = await atDoor(ticket, fixture.eventId, "/check-in", body);
    const again = await atDoor(ticket, fixture.eventId, "/check-in", body);
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(await again.json()).toEqual(await first.json());
  });

  it("reports that a guest has declined since, and accepts them only with an override", async () => {
    const { fixture, ticket } = await openDoor();
    const guest = firstOf(fixture);
    const headers = browserHeaders();
    const code = await codeOf(guest, 0, headers);
    expect((await send(editRequest(guest.token, { response: "declined" }, headers))).status).toBe(200);
    const preview = await atDoor(ticket, fixture.eventId, "/check-in/preview", { qr_token: code });
    expect(await preview.json()).toMatchObject({ verdict: "attention", reasons: ["declined"], needs_override: true });
    const refused = await atDoor(ticket, fixture.eventId, "/check-in", { qr_token: code });
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({ error: "needs_override", reasons: ["declined"] });
    expect((await atDoor(ticket, fixture.eventId, "/check-in", { qr_token: code, override: true })).status).toBe(201);
  });

  it("reports that the guest's link was replaced since the code was issued", async () => {
    const { host, fixture, ticket } = await openDoor();
    const guest = firstOf(fixture);
    const code = await codeOf(guest);
    const rotate = { guest_id: guest.id, notify: false };
    expect((await host.api("POST", `/events/${fixture.eventId}/tokens/rotate`, rotate)).status).toBe(201);
    const refused = await atDoor(ticket, fixture.eventId, "/check-in", { qr_token: code });
    expect(await refused.json()).toMatchObject({ error: "needs_override", reasons: ["link_replaced"] });
  });

  /**
   * @spec 4.104 "POST | /events/{id}/check-in | editor+ | validates the QR JWT; 400 for another event's code; 410 for
   *   an expired code"
   * @spec 7.4 "400 | check-in QR for another event"
   * @spec 7.23 "410 | expired check-in QR"
   */
  it("rejects the code of another event, an expired code, and any other text", async () => {
    const { fixture, ticket } = await openDoor();
    const other = await openDoor();
    const foreign = await atDoor(ticket, fixture.eventId, "/check-in", {
      qr_token: await codeOf(firstOf(other.fixture)),
    });
    expect([foreign.status, await errorOf(foreign)]).toEqual([400, "wrong_event"]);

    const past = Date.now() - 25 * 3_600_000;
    const code = await codeOf(firstOf(fixture));
    await env.DB.prepare("update events set event_date = ? where id = ?").bind(past, fixture.eventId).run();
    const expired = await atDoor(ticket, fixture.eventId, "/check-in", { qr_token: code });
    expect([expired.status, await errorOf(expired)]).toEqual([410, "qr_expired"]);

    const unsigned = `${btoa('{"alg":"none"}').replaceAll("=", "")}.${btoa(JSON.stringify({ aud: "door" })).replaceAll("=", "")}.`;
    for (const qr_token of [unsigned, "x", "a".repeat(4_000), ticket]) {
      const response = await atDoor(ticket, fixture.eventId, "/check-in", { qr_token });
      expect([response.status, await errorOf(response)]).toEqual([400, "invalid_qr"]);
    }
  });

  it("checks a guest in by ID, and finds guests by a part of the name", async () => {
    const { fixture, ticket } = await openDoor(3);
    const found = await (await atDoor(ticket, fixture.eventId, "/check-in/guests?q=GUEST%202")).json();
    expect(found).toMatchObject({ items: [{ guest: { name: "Guest 2" }, response: null, checked_in_at: null }] });
    const { items } = found as { items: { guest: { id: string } }[] };
    const scanned_at = new Date(Date.now() - 60_000).toISOString();
    const response = await atDoor(ticket, fixture.eventId, "/check-in", { guest_id: items[0]?.guest.id, scanned_at });
    expect(await response.json()).toMatchObject({ arrival_count: 1, checked_in_at: scanned_at });
  });

  it.each([
    ["0001-01-01T00:00:00Z", () => "0001-01-01T00:00:00.000Z"],
    ["a minute before the door opened", (now: number) => new Date(now - 10 * 3_600_000 - 61_000).toISOString()],
    ["six minutes ahead", (now: number) => new Date(now + 6 * 60_000).toISOString()],
  ])("ignores the time of a scanner that claims %s", async (_, claim) => {
    const { host, fixture, ticket } = await openDoor();
    // The door opened ten hours ago.
    await beginsIn(fixture.eventId, 2);
    const began = Date.now();
    const claimed = claim(began);
    const answers = [
      await atDoor(ticket, fixture.eventId, "/check-in", { guest_id: firstOf(fixture).id, scanned_at: claimed }),
      await atDoor(ticket, fixture.eventId, "/walk-ins", { name: "Ada", scanned_at: claimed }),
    ];
    for (const response of answers) {
      expect(response.status).toBe(201);
      const checkIn = (await response.json()) as CheckIn;
      expect(checkIn).toMatchObject({ claimed_at: claimed, checked_in_at: checkIn.recorded_at });
      expect(Date.parse(checkIn.checked_in_at)).toBeGreaterThanOrEqual(began);
    }
    const { items } = (await (await host.api("GET", `/events/${fixture.eventId}/check-ins`)).json()) as {
      items: CheckIn[];
    };
    expect(items.map((item) => item.claimed_at)).toEqual([claimed, claimed]);
    expect(items.map((item) => item.checked_in_at)).toEqual(items.map((item) => item.recorded_at));
  });

  it("accepts the time of a scan that waited for the network, and a clock slightly ahead", async () => {
    const { fixture, ticket } = await openDoor(2);
    await beginsIn(fixture.eventId, -20);
    const [early, ahead] = fixture.guests;
    const earlier = new Date(Date.now() - 21 * 3_600_000).toISOString();
    const first = await atDoor(ticket, fixture.eventId, "/check-in", { guest_id: early?.id, scanned_at: earlier });
    expect(await first.json()).toMatchObject({ checked_in_at: earlier, claimed_at: null });
    const later = new Date(Date.now() + 4 * 60_000).toISOString();
    const second = await atDoor(ticket, fixture.eventId, "/check-in", { guest_id: ahead?.id, scanned_at: later });
    const checkIn = (await second.json()) as CheckIn;
    expect(checkIn).toMatchObject({ claimed_at: null, checked_in_at: checkIn.recorded_at });
  });

  it("makes one database call and reads few rows, for any size of the list", async () => {
    const small = await openDoor(10);
    const large = await openDoor(2_000);
    const costs = [];
    for (const { fixture, ticket } of [small, large]) {
      const code = await codeOf(firstOf(fixture));
      const request = new Request(`https://usher.test/events/${fixture.eventId}/check-in`, {
        method: "POST",
        headers: { Authorization: `Bearer ${ticket}`, "Content-Type": "application/json" },
        body: JSON.stringify({ qr_token: code, nonce: crypto.randomUUID() }),
      });
      const { queue, captured } = capturingQueue();
      const recording = recordingEnv(undefined, { ACCESS_QUEUE: queue });
      const { response, calls, roundTrips, d1Calls, rowsRead, rowsWritten } = await costOf(request, recording);
      expect(response.status).toBe(201);
      costs.push({ roundTrips, d1Calls, rowsRead, rowsWritten });
      // After the response: one read, of the access that the engine is to learn as the guest's.
      const later = recording.recorder.calls.filter((call) => call.target === "d1" && !calls.includes(call));
      expect(later).toMatchObject([{ detail: "batch of 1", rowsWritten: 0 }]);
      const { results } = await env.DB.prepare("select max(id) as id from access_logs where event_id = ?")
        .bind(fixture.eventId)
        .all();
      expect(captured).toMatchObject([{ body: { kind: "check_in", access_log_id: results[0]?.id } }]);
    }
    expect(costs[1]).toEqual(costs[0]);
    expect(costs[0]).toMatchObject({ roundTrips: 1, d1Calls: 1 });
    // Eleven are the check-in. The others are the window of the device; the first use in a minute is in the device's row, too.
    expect(costs[0]?.rowsRead).toBeLessThanOrEqual(17);
    expect(costs[0]?.rowsWritten).toBeLessThanOrEqual(5);
  });
});

it("sends the arrivals of a burst to the monitors together, without a pause between them", async () => {
  const { fixture, ticket } = await openDoor(6);
  const sent: string[][] = [];
  let finishFirst: () => void = () => undefined;
  const firstIsSent = new Promise<void>((resolve) => {
    finishFirst = resolve;
  });
  const publish = async (_: string, ...frames: { guest: { id: string } }[]) => {
    sent.push(frames.map(({ guest }) => guest.id));
    if (sent.length === 1) await firstIsSent;
  };
  const isolate = {
    ...env,
    ...UNARMED_SCHEDULER,
    EVENT_MONITOR: replaced(env.EVENT_MONITOR, { get: () => ({ publish }) }),
  };
  const context = createExecutionContext();
  const letIn = async ({ id }: FixtureGuest) => {
    const request = new Request(`https://usher.test/events/${fixture.eventId}/check-in`, {
      method: "POST",
      headers: { Authorization: `Bearer ${ticket}`, "Content-Type": "application/json" },
      body: JSON.stringify({ guest_id: id, override: true }),
    });
    const incoming = request as Request<unknown, IncomingRequestCfProperties>;
    expect((await worker.fetch(incoming, isolate, context)).status).toBe(201);
    return id;
  };
  const [alone, ...crowd] = fixture.guests;
  const first = alone === undefined ? "" : await letIn(alone);
  await eventually(() => expect(sent).toEqual([[first]]));
  const others = [];
  for (const guest of crowd) others.push(await letIn(guest));
  finishFirst();
  await waitOnExecutionContext(context);
  expect(sent).toEqual([[first], others]);
});

describe("POST /events/{eventId}/check-in/preview", () => {
  /**
   * @spec 2.24 "A guest has an expected party size, used at check-in."
   * @spec 4.103 "POST | /events/{id}/check-in/preview | editor+ | from a scanned QR, returns the guest and expected
   *   party size"
   */
  it("returns the guest and the expected headcount, and checks no guest in", async () => {
    const { fixture, ticket } = await openDoor(3);
    const [coming, invited, open] = fixture.guests;
    const code = await codeOf(firstOf(fixture), 2);
    await env.DB.prepare("update guests set party_size = 4 where id = ?").bind(invited?.id).run();
    const preview = async (body: object) => {
      const response = await atDoor(ticket, fixture.eventId, "/check-in/preview", body);
      expect(response.status).toBe(200);
      return response.json();
    };
    expect(await preview({ qr_token: code })).toEqual({
      guest: { id: coming?.id, name: "Guest 0", table: null, tags: [], companions: [], party_size: null, notes: null },
      rsvp: { response: "attending", plus_ones: 2, seat: "confirmed" },
      standing: "coming",
      expected_party_size: 3,
      verdict: "ready",
      reasons: [],
      needs_override: false,
      check_in: null,
    });
    expect(await preview({ guest_id: invited?.id })).toMatchObject({ rsvp: null, expected_party_size: 4 });
    expect(await preview({ guest_id: open?.id })).toMatchObject({ rsvp: null, expected_party_size: 1 });
    const maybe = { response: "maybe", plus_ones: 1 };
    await send(answerRequest(invited?.token ?? "", maybe));
    expect(await preview({ guest_id: invited?.id })).toMatchObject({ rsvp: maybe, expected_party_size: 2 });
    expect(await (await atDoor(ticket, fixture.eventId, "/check-ins")).json()).toMatchObject({ items: [] });
    await atDoor(ticket, fixture.eventId, "/check-in", { qr_token: code });
    expect(await preview({ qr_token: code })).toMatchObject({
      verdict: "already_checked_in",
      check_in: { guest_id: coming?.id, arrival_count: 3 },
    });
  });
});

describe("POST /events/{eventId}/walk-ins", () => {
  /**
   * @spec 2.65 "Check-in | walk_in | boolean | true for door additions"
   * @spec 3.23 "(no guest) | POST /events/{id}/walk-ins | guest created and checked in with walk_in true"
   * @spec 4.107 "POST | /events/{id}/walk-ins | editor+ | creates a guest and a check-in together"
   */
  it("adds a guest to the list and checks them in: GET /events/{eventId}/check-ins", async () => {
    const { host, fixture, ticket } = await openDoor();
    const response = await atDoor(ticket, fixture.eventId, "/walk-ins", { name: "Grace Hopper", arrival_count: 2 });
    expect(response.status).toBe(201);
    const checkIn = (await response.json()) as CheckIn & { guest_id: string };
    expect(checkIn).toMatchObject({ walk_in: true, arrival_count: 2 });
    const guest = await host.api("GET", `/events/${fixture.eventId}/guests/${checkIn.guest_id}`);
    expect(await guest.json()).toMatchObject({
      name: "Grace Hopper",
      party_size: 2,
      checked_in_at: expect.any(String),
    });
  });

  it.each([11, -23])(
    "accepts a walk-in on a full list %i hours from the event's start, and marks it",
    async (hours) => {
      const { host, fixture, ticket } = await openDoor(50);
      await env.DB.prepare("delete from subscriptions where user_id = ?").bind(host.id).run();
      await beginsIn(fixture.eventId, hours);
      const responses = [];
      for (const name of ["Ada", "Grace"]) {
        responses.push(await atDoor(ticket, fixture.eventId, "/walk-ins", { name }));
      }
      expect(responses.map(({ status }) => status)).toEqual([201, 201]);
      for (const response of responses) expect(await response.json()).toMatchObject({ over_limit: true });
      const { items } = (await (await atDoor(ticket, fixture.eventId, "/check-ins")).json()) as { items: CheckIn[] };
      expect(items).toMatchObject([{ over_limit: true }, { over_limit: true }]);
      // By other ways the list stays full.
      const added = await host.api("POST", `/events/${fixture.eventId}/guests`, { name: "Somebody else" });
      expect([added.status, await added.json()]).toMatchObject([402, { used: 52, limit: 50 }]);
    },
  );

  it("accepts a walk-in beyond the capacity, marks it, and uses no seat of an RSVP", async () => {
    const { fixture, ticket } = await openDoor(2);
    await beginsIn(fixture.eventId, 1);
    await env.DB.prepare("update events set capacity = 4 where id = ?").bind(fixture.eventId).run();
    await codeOf(firstOf(fixture), 1);
    const marks = [];
    for (const arrival_count of [2, 1]) {
      const response = await atDoor(ticket, fixture.eventId, "/walk-ins", {
        name: `Ada ${arrival_count}`,
        arrival_count,
      });
      expect(response.status).toBe(201);
      marks.push(((await response.json()) as { over_limit: boolean }).over_limit);
    }
    expect(marks).toEqual([false, true]);
    const [, second] = fixture.guests;
    const answered = await send(answerRequest(second?.token ?? "", { plus_ones: 1 }));
    expect(await answered.json()).toMatchObject({ seat: "confirmed" });
  });

  it("marks no walk-in while the list has room", async () => {
    const { fixture, ticket } = await openDoor(1);
    await beginsIn(fixture.eventId, 1);
    const response = await atDoor(ticket, fixture.eventId, "/walk-ins", { name: "Ada" });
    expect(await response.json()).toMatchObject({ over_limit: false });
  });

  it.each([13, -25])(
    "returns 402 on a full list %i hours from the event's start, and writes nothing",
    async (hours) => {
      const { host, fixture, ticket } = await openDoor(50);
      await env.DB.prepare("delete from subscriptions where user_id = ?").bind(host.id).run();
      await beginsIn(fixture.eventId, hours);
      const response = await atDoor(ticket, fixture.eventId, "/walk-ins", { name: "One too many" });
      expect(response.status).toBe(402);
      expect(await response.json()).toMatchObject({ error: "tier_limit", reason: "guests_limit", used: 50, limit: 50 });
      const { items } = (await (await atDoor(ticket, fixture.eventId, "/check-ins")).json()) as { items: unknown[] };
      expect(items).toEqual([]);
      const list = (await (await host.api("GET", `/events/${fixture.eventId}/guests?limit=200`)).json()) as {
        items: [];
      };
      expect(list.items).toHaveLength(50);
    },
  );

  /** @spec 4.107 "POST | /events/{id}/walk-ins | editor+ | creates a guest and a check-in together" */
  it("writes nothing for a caller whose role is removed at the same moment", async () => {
    const { fixture } = await openDoor();
    const editor = await signedInHost();
    await addMember(fixture.eventId, editor.id, "editor");
    const response = await raceBeforeWrite(
      new Request(`https://usher.test/events/${fixture.eventId}/walk-ins`, {
        method: "POST",
        headers: { Authorization: `Bearer ${editor.token}`, "Content-Type": "application/json" },
        body: JSON.stringify({ name: "Nobody" }),
      }),
      () => env.DB.prepare("delete from event_collaborators where user_id = ?").bind(editor.id).run(),
    );
    expect(response.status).toBe(404);
    const counted = await env.DB.prepare("select count(*) as n from guests where event_id = ?")
      .bind(fixture.eventId)
      .first();
    expect(counted).toEqual({ n: 1 });
  });
});

describe("DELETE /events/{eventId}/check-ins/{checkInId}", () => {
  it("deletes the check-in, so the guest can be checked in again: GET /events/{eventId}/check-in/guests", async () => {
    const { host, fixture, ticket } = await openDoor();
    const code = await codeOf(firstOf(fixture));
    const checkIn = (await (await atDoor(ticket, fixture.eventId, "/check-in", { qr_token: code })).json()) as CheckIn;
    const path = `/events/${fixture.eventId}/check-ins/${checkIn.id}`;
    expect((await host.api("DELETE", path)).status).toBe(204);
    expect((await host.api("DELETE", path)).status).toBe(404);
    expect((await atDoor(ticket, fixture.eventId, "/check-in", { qr_token: code })).status).toBe(201);
  });

  it("accepts the phone that recorded the check-in, within a minute", async () => {
    const { host, fixture, ticket } = await openDoor(3);
    const other = await ticketOf(host, fixture.eventId);
    const checkIn = async (index: number, nonce: string) => {
      const body = { guest_id: fixture.guests[index]?.id, nonce };
      return (await (await atDoor(ticket, fixture.eventId, "/check-in", body)).json()) as CheckIn;
    };
    const undo = async ({ id }: CheckIn, query: string, bearer = ticket) => {
      const headers = { Authorization: `Bearer ${bearer}` };
      const response = await call("DELETE", `/events/${fixture.eventId}/check-ins/${id}${query}`, undefined, headers);
      return response.status === 204 ? 204 : ((await response.json()) as { error: string }).error;
    };
    const [mine, late, ended] = [
      await checkIn(0, "nonce-0001"),
      await checkIn(1, "nonce-0002"),
      await checkIn(2, "nonce-0003"),
    ];
    await env.DB.prepare("update check_ins set recorded_at = recorded_at - 61000 where id = ?").bind(late.id).run();
    expect(await undo(mine, "", other)).toBe("undo_not_allowed");
    expect(await undo(mine, "?nonce=nonce-0002", other)).toBe("undo_not_allowed");
    expect(await undo(mine, "?nonce=nonce-0001")).toBe(204);
    expect(await undo(mine, "?nonce=nonce-0001")).toBe("not_found");
    expect(await undo(late, "?nonce=nonce-0002")).toBe("undo_not_allowed");
    await env.DB.prepare("update door_devices set revoked_at = 1 where event_id = ?").bind(fixture.eventId).run();
    expect(await undo(ended, "?nonce=nonce-0003")).toBe("door_device_ended");
  });

  it("writes an audit record with the state before", async () => {
    const { host, fixture, ticket } = await openDoor();
    const guest = firstOf(fixture);
    const body = { guest_id: guest.id };
    const checkIn = (await (await atDoor(ticket, fixture.eventId, "/check-in", body)).json()) as CheckIn;
    await host.api("DELETE", `/events/${fixture.eventId}/check-ins/${checkIn.id}`);
    const audit = await host.api("GET", `/events/${fixture.eventId}/audit`);
    const { items } = (await audit.json()) as { items: { action: string }[] };
    expect(items.filter(({ action }) => action === "check_in.undone")).toMatchObject([
      {
        actor: { id: host.id },
        target: checkIn.id,
        before: {
          guest_id: guest.id,
          checked_in_at: checkIn.checked_in_at,
          checked_in_by: host.id,
          arrival_count: 1,
          walk_in: false,
        },
        after: null,
      },
    ]);
  });

  it("deletes nothing for an editor whose role is removed at the same moment", async () => {
    const { fixture, ticket } = await openDoor();
    const body = { guest_id: firstOf(fixture).id };
    const checkIn = (await (await atDoor(ticket, fixture.eventId, "/check-in", body)).json()) as CheckIn;
    const editor = await signedInHost();
    await addMember(fixture.eventId, editor.id, "editor");
    const path = `/events/${fixture.eventId}/check-ins/${checkIn.id}`;
    const response = await raceBeforeWrite(requestBy(editor, "DELETE", path), () =>
      env.DB.prepare("delete from event_collaborators where user_id = ?").bind(editor.id).run(),
    );
    expect(response.status).toBe(404);
    const { items } = (await (await atDoor(ticket, fixture.eventId, "/check-ins")).json()) as { items: CheckIn[] };
    expect(items.map(({ id }) => id)).toEqual([checkIn.id]);
    const audited = await env.DB.prepare(
      "select count(*) as n from audit_records where event_id = ? and action = 'check_in.undone'",
    )
      .bind(fixture.eventId)
      .first("n");
    expect(audited).toBe(0);
  });
});

describe("headcounts of GET /events/{eventId}/check-ins", () => {
  const summaryOf = async (ticket: string, eventId: string) => {
    const list = await atDoor(ticket, eventId, "/check-ins");
    return ((await list.json()) as { summary: Record<string, number> }).summary;
  };

  /** @spec 2.66 "Check-in summary: arrived headcount, expected headcount, count of guests checked in." */
  it("expects at least the people of a party who came", async () => {
    const { fixture, ticket } = await openDoor(4);
    const [declining, larger, silent, absent] = fixture.guests;
    if (!declining || !larger || !silent || !absent) throw new Error("the fixture has too few guests");
    await codeOf(declining, 3);
    await codeOf(larger, 0);
    await codeOf(absent, 1);
    const arrive = (guest: FixtureGuest, arrival_count: number) =>
      atDoor(ticket, fixture.eventId, "/check-in", { guest_id: guest.id, arrival_count });
    expect((await arrive(declining, 4)).status).toBe(201);
    expect((await arrive(larger, 2)).status).toBe(201);
    expect((await arrive(silent, 1)).status).toBe(201);
    expect((await atDoor(ticket, fixture.eventId, "/walk-ins", { name: "Ada", arrival_count: 2 })).status).toBe(201);
    // 4 + 2 + 1 that came, and 2 who are still expected; a walk-in was never expected.
    expect(await summaryOf(ticket, fixture.eventId)).toEqual({
      arrived_headcount: 9,
      expected_headcount: 9,
      expected_arrived_headcount: 7,
      walk_in_headcount: 2,
      guests_checked_in: 4,
      guests_expected: 4,
      walk_ins: 1,
    });
  });
});

describe("POST /events/{eventId}/scanner-ticket", () => {
  /**
   * @spec 4.102 "POST | /events/{id}/scanner-ticket | mints a scoped JWT with audience scanner and a URL for a phone
   *   page; the phone opens the scanner page with the ticket as bearer"
   * @spec 5.9 "6. The scanner ticket is a scoped JWT with audience scanner; it cannot replace a session token."
   */
  it("issues a ticket for the door's routes of its event and nothing else", async () => {
    const { fixture, ticket } = await openDoor();
    const other = await openDoor();
    const bearer = { Authorization: `Bearer ${ticket}` };
    expect((await atDoor(ticket, fixture.eventId, "/check-ins")).status).toBe(200);
    expect((await atDoor(ticket, other.fixture.eventId, "/check-ins")).status).toBe(404);
    for (const path of ["/me", "/events", `/events/${fixture.eventId}`, `/events/${fixture.eventId}/guests`]) {
      expect((await call("GET", path, undefined, bearer)).status).toBe(401);
    }
    expect((await call("POST", `/events/${fixture.eventId}/scanner-ticket`, undefined, bearer)).status).toBe(401);
  });

  it("invalidates the ticket when the role of its issuer is removed", async () => {
    const owner = await signedInHost({ tier: "pro" });
    const editor = await signedInHost();
    const fixture = await makeEventFixture(owner.id, 1);
    await addMember(fixture.eventId, editor.id, "editor");
    const minted = await editor.api("POST", `/events/${fixture.eventId}/scanner-ticket`);
    const { ticket } = (await minted.json()) as { ticket: string };
    const body = { guest_id: firstOf(fixture).id };
    await env.DB.prepare("update event_collaborators set role = 'viewer' where user_id = ?").bind(editor.id).run();
    expect((await atDoor(ticket, fixture.eventId, "/check-in", body)).status).toBe(403);
    await env.DB.prepare("delete from event_collaborators where user_id = ?").bind(editor.id).run();
    expect((await atDoor(ticket, fixture.eventId, "/check-in", body)).status).toBe(404);
  });

  /**
   * @spec 4.101 "POST | /events/{id}/scanner-ticket | host, tier-gated and flag-gated"
   * @spec 7.9 "402 | tier limit or feature gate reached on | scanner-ticket"
   */
  it("returns 402 on the free tier: POST /events/{eventId}/scanner-ticket", async () => {
    const host = await signedInHost();
    const fixture = await makeEventFixture(host.id, 1);
    const response = await host.api("POST", `/events/${fixture.eventId}/scanner-ticket`);
    expect(response.status).toBe(402);
    expect(await response.json()).toMatchObject({ error: "feature_not_in_tier", reason: "scanner", tier: "free" });
  });

  it("rejects a ticket that was tampered with", async () => {
    const { fixture, ticket } = await openDoor();
    const [header, , signature] = ticket.split(".");
    const claims = btoa(JSON.stringify({ aud: "scanner", eventId: fixture.eventId, exp: 9e9, iat: 1, sub: "x" }));
    const forged = `${header}.${claims.replaceAll("=", "")}.${signature}`;
    expect((await atDoor(forged, fixture.eventId, "/check-ins")).status).toBe(401);
  });
});
