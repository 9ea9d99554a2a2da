import { env, exports } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { call, freshAddress, type Host, requestBy, signedInHost } from "../../support/account.ts";
import { issuedToken, post } from "../../support/auth.ts";
import { addMember, type EventFixture, firstOf, makeEventFixture } from "../../support/event-fixture.ts";
import { stopClock } from "../../support/patient.ts";
import { raceBeforeWrite } from "../../support/race.ts";
import { costOf, recordingEnv } from "../../support/recording-env.ts";
import { rounds } from "../../support/rounds.ts";

const HOUR_MS = 3_600_000;
const EVERY_RIGHT = ["scan", "walk_in", "override"];

interface Device {
  id: string;
  ticket: string;
  url: string;
  valid_from: string;
  valid_until: string;
}

interface ListedDevice {
  id: string;
  name: string;
  state: string;
  kind: string;
  last_used_at: string | null;
  last_network: string | null;
}

/** A host's event that begins in an hour, so that its door is open. */
async function eventTonight(guests = 2): Promise<{ host: Host; fixture: EventFixture }> {
  const host = await signedInHost({ tier: "pro" });
  const fixture = await makeEventFixture(host.id, guests);
  await beginsIn(fixture.eventId, 1);
  return { host, fixture };
}

async function beginsIn(eventId: string, hours: number): Promise<void> {
  await env.DB.prepare("update events set event_date = ? where id = ?")
    .bind(Date.now() + hours * HOUR_MS, eventId)
    .run();
}

async function addDevice(host: Host, eventId: string, rights = EVERY_RIGHT, name = "Side entrance"): Promise<Device> {
  const response = await host.api("POST", `/events/${eventId}/door-devices`, { name, rights });
  expect(response.status).toBe(201);
  return response.json<Device>();
}

async function scannerTicket(host: Host, eventId: string): Promise<string> {
  const response = await host.api("POST", `/events/${eventId}/scanner-ticket`);
  expect(response.status).toBe(201);
  return (await response.json<{ ticket: string }>()).ticket;
}

async function devicesOf(host: Host, eventId: string): Promise<ListedDevice[]> {
  const response = await host.api("GET", `/events/${eventId}/door-devices`);
  expect(response.status).toBe(200);
  return (await response.json<{ items: ListedDevice[] }>()).items;
}

const atDoor = (ticket: string, eventId: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  call(body === undefined ? "GET" : "POST", `/events/${eventId}${path}`, body, {
    Authorization: `Bearer ${ticket}`,
    "CF-Connecting-IP": freshAddress(),
    ...headers,
  });

const refusalOf = async (response: Response): Promise<[number, string]> => [
  response.status,
  (await response.json<{ error: string }>()).error,
];

/** The responses of all door routes to a ticket. */
async function everywhere(ticket: string, fixture: EventFixture): Promise<[number, string][]> {
  const guest_id = firstOf(fixture).id;
  const { eventId } = fixture;
  const requests = [
    atDoor(ticket, eventId, "/check-ins"),
    atDoor(ticket, eventId, "/check-in/guests?q=guest"),
    atDoor(ticket, eventId, "/check-in/preview", { guest_id }),
    atDoor(ticket, eventId, "/check-in", { guest_id }),
    atDoor(ticket, eventId, "/walk-ins", { name: "Ada" }),
  ];
  return Promise.all(requests.map(async (request) => refusalOf(await request)));
}

/** Makes the first uses of each kind older, as if they had been earlier. */
async function age(eventId: string, byMs: number, count: number): Promise<void> {
  await env.DB.prepare("update door_device_uses set at = at - ? where event_id = ? and number <= ?")
    .bind(byMs, eventId, count)
    .run();
}

async function countCheckIns(eventId: string): Promise<number | null> {
  return env.DB.prepare("select count(*) as n from check_ins where event_id = ?").bind(eventId).first("n");
}

describe("POST /events/{eventId}/door-devices", () => {
  it("returns name, rights and times, and lists the device with its creator and last use", async () => {
    const { host, fixture } = await eventTonight();
    const { eventId } = fixture;
    const event = await (await host.api("GET", `/events/${eventId}`)).json<{ event_date: string }>();
    const begins = Date.parse(event.event_date);
    const device = await addDevice(host, eventId, ["override", "scan"]);
    expect(device).toEqual({
      id: expect.any(String),
      name: "Side entrance",
      rights: ["scan", "override"],
      ticket: expect.any(String),
      url: `https://usher.test/scan#${device.ticket}`,
      valid_from: new Date(begins - 12 * HOUR_MS).toISOString(),
      valid_until: new Date(begins + 24 * HOUR_MS).toISOString(),
    });
    const before = await devicesOf(host, eventId);
    expect(before).toMatchObject([
      {
        id: device.id,
        kind: "named",
        state: "active",
        made_by: { id: host.id, name: "Ada Host" },
        rights: ["scan", "override"],
        last_used_at: null,
        last_network: null,
        revoked_at: null,
      },
    ]);
    expect(JSON.stringify(before)).not.toContain(device.ticket);

    const began = Date.now();
    const body = { guest_id: firstOf(fixture).id };
    const checkedIn = await atDoor(device.ticket, eventId, "/check-in", body, { "CF-Connecting-IP": "203.0.113.77" });
    expect(checkedIn.status).toBe(201);
    const [used] = await devicesOf(host, eventId);
    expect(used).toMatchObject({ last_network: "203.0.113.0/24" });
    expect(Date.parse(used?.last_used_at ?? "")).toBeGreaterThanOrEqual(began);
    // A use is stored once a minute.
    await atDoor(device.ticket, eventId, "/check-ins", undefined, { "CF-Connecting-IP": "2001:db8:1:2::3" });
    expect(await devicesOf(host, eventId)).toEqual([used]);
    await env.DB.prepare("update door_devices set last_used_at = last_used_at - 61000 where event_id = ?")
      .bind(eventId)
      .run();
    await atDoor(device.ticket, eventId, "/check-ins", undefined, { "CF-Connecting-IP": "2001:db8:1:2::3" });
    expect(await devicesOf(host, eventId)).toMatchObject([{ last_network: "2001:db8:1::/48" }]);
  });

  it("accepts the device in the hours around its event, and moves them with the event", async () => {
    const { host, fixture } = await eventTonight(1);
    const { ticket } = await addDevice(host, fixture.eventId);
    const states: [number, number, string][] = [
      [13, 403, "not_open"],
      [11.9, 200, "active"],
      [-23.9, 200, "active"],
      [-24.1, 401, "ended"],
      [24 * 365, 403, "not_open"],
      [1, 200, "active"],
    ];
    for (const [hours, status, state] of states) {
      await beginsIn(fixture.eventId, hours);
      expect([hours, (await atDoor(ticket, fixture.eventId, "/check-ins")).status]).toEqual([hours, status]);
      expect(await devicesOf(host, fixture.eventId)).toMatchObject([{ state }]);
    }
    await beginsIn(fixture.eventId, 13);
    expect(new Set((await everywhere(ticket, fixture)).map(String))).toEqual(new Set(["403,door_not_open"]));
    await env.DB.prepare("update events set event_date = ?, end_time = ? where id = ?")
      .bind(Date.now() - 30 * HOUR_MS, Date.now() - 23 * HOUR_MS, fixture.eventId)
      .run();
    expect((await atDoor(ticket, fixture.eventId, "/check-in", { guest_id: firstOf(fixture).id })).status).toBe(201);
  });

  it("rejects the next request of a deleted device: DELETE /events/{eventId}/door-devices/{deviceId}", async () => {
    const { host, fixture } = await eventTonight();
    const [device, other] = [await addDevice(host, fixture.eventId), await addDevice(host, fixture.eventId)];
    expect((await atDoor(device.ticket, fixture.eventId, "/check-ins")).status).toBe(200);
    const path = `/events/${fixture.eventId}/door-devices/${device.id}`;
    expect((await host.api("DELETE", path)).status).toBe(204);
    const refusals = await everywhere(device.ticket, fixture);
    expect(new Set(refusals.map(String))).toEqual(new Set(["401,door_device_ended"]));
    expect(refusals).toHaveLength(5);
    expect(await countCheckIns(fixture.eventId)).toBe(0);
    expect((await atDoor(other.ticket, fixture.eventId, "/check-ins")).status).toBe(200);
    expect((await host.api("DELETE", path)).status).toBe(404);
    expect(await devicesOf(host, fixture.eventId)).toMatchObject([
      { id: other.id, state: "active" },
      { id: device.id, state: "ended", revoked_at: expect.any(String) },
    ]);
    const audit = await (await host.api("GET", `/events/${fixture.eventId}/audit`)).json<{ items: object[] }>();
    expect(audit.items).toMatchObject([
      { action: "door_device.revoked", target: device.id, before: { name: "Side entrance" }, after: null },
      { action: "door_device.created", target: other.id, before: null },
      { action: "door_device.created", target: device.id, after: { rights: "scan walk_in override" } },
    ]);
  });

  it("checks no guest in when the device is deleted at the same moment", async () => {
    const { host, fixture } = await eventTonight();
    const { id, ticket } = await addDevice(host, fixture.eventId);
    const response = await raceBeforeWrite(
      requestBy({ token: ticket, address: freshAddress() }, "POST", `/events/${fixture.eventId}/check-in`, {
        guest_id: firstOf(fixture).id,
      }),
      () => env.DB.prepare("update door_devices set revoked_at = 1 where id = ?").bind(id).run(),
      { beforeWriteOf: "check_ins" },
    );
    expect(await refusalOf(response)).toEqual([401, "door_device_ended"]);
    expect(await countCheckIns(fixture.eventId)).toBe(0);
  });

  it("rejects the device on another event and on routes outside the door", async () => {
    const { host, fixture } = await eventTonight();
    const other = await makeEventFixture(host.id, 1);
    const { id, ticket } = await addDevice(host, fixture.eventId);
    expect(new Set((await everywhere(ticket, { ...other, guests: fixture.guests })).map(String))).toEqual(
      new Set(["404,not_found"]),
    );
    const path = `/events/${fixture.eventId}/door-devices`;
    expect((await atDoor(ticket, fixture.eventId, "/door-devices")).status).toBe(401);
    expect((await atDoor(ticket, fixture.eventId, "/door-devices", { name: "Mine", rights: ["scan"] })).status).toBe(
      401,
    );
    expect((await call("DELETE", `${path}/${id}`, undefined, { Authorization: `Bearer ${ticket}` })).status).toBe(401);
  });

  it("returns the missing right by name", async () => {
    const { host, fixture } = await eventTonight(4);
    const { eventId } = fixture;
    const [declined, larger, plain] = fixture.guests;
    await env.DB.prepare(
      "insert into rsvps (event_id, guest_id, id, response, plus_ones, user_agent, fingerprint, submitted_at, updated_at) values (?, ?, 'r', 'declined', 0, '', '{}', 1, 1)",
    )
      .bind(eventId, declined?.id)
      .run();
    const [scans, walksIn] = [await addDevice(host, eventId, ["scan"]), await addDevice(host, eventId, ["walk_in"])];
    const missing = async (ticket: string, path: string, body?: unknown) => {
      const response = await atDoor(ticket, eventId, path, body);
      const { error, right } = await response.json<{ error: string; right: string }>();
      return [response.status, error, right];
    };
    const lacks = (right: string) => [403, "door_right_missing", right];
    expect(await missing(scans.ticket, "/walk-ins", { name: "Ada" })).toEqual(lacks("walk_in"));
    const override = { guest_id: declined?.id, override: true };
    expect(await missing(scans.ticket, "/check-in", override)).toEqual(lacks("override"));
    const over = { guest_id: larger?.id, arrival_count: 2 };
    expect(await missing(scans.ticket, "/check-in", over)).toEqual(lacks("override"));
    expect(await missing(walksIn.ticket, "/check-in", { guest_id: plain?.id })).toEqual(lacks("scan"));
    expect(await missing(walksIn.ticket, "/check-in/preview", { guest_id: plain?.id })).toEqual(lacks("scan"));
    expect(await missing(walksIn.ticket, "/check-in/guests?q=guest")).toEqual(lacks("scan"));
    expect(await missing(walksIn.ticket, "/check-ins")).toEqual(lacks("scan"));
    expect(await countCheckIns(eventId)).toBe(0);

    expect((await atDoor(scans.ticket, eventId, "/check-in", { guest_id: plain?.id })).status).toBe(201);
    expect((await atDoor(walksIn.ticket, eventId, "/walk-ins", { name: "Ada" })).status).toBe(201);
    const { ticket } = await addDevice(host, eventId, EVERY_RIGHT);
    expect((await atDoor(ticket, eventId, "/check-in", override)).status).toBe(201);
    expect((await atDoor(ticket, eventId, "/check-in", over)).status).toBe(201);
  });

  it("keeps the device when its creator signs out, and revokes it with the role or a ticked reset", async () => {
    const owner = await signedInHost({ tier: "pro" });
    const editor = await signedInHost();
    const fixture = await makeEventFixture(owner.id, 1);
    await beginsIn(fixture.eventId, 1);
    await addMember(fixture.eventId, editor.id, "editor");
    const { ticket } = await addDevice(editor, fixture.eventId);
    await scannerTicket(editor, fixture.eventId);
    const statesFor = async () => (await devicesOf(owner, fixture.eventId)).map(({ kind, state }) => [kind, state]);
    expect(await statesFor()).toEqual([
      ["scanner_ticket", "active"],
      ["named", "active"],
    ]);
    expect((await post("/auth/logout", { refresh_token: editor.refreshToken })).status).toBe(204);
    expect((await atDoor(ticket, fixture.eventId, "/check-ins")).status).toBe(200);
    expect(await statesFor()).toEqual([
      ["scanner_ticket", "ended"],
      ["named", "active"],
    ]);
    await env.DB.prepare("update event_collaborators set role = 'viewer' where user_id = ?").bind(editor.id).run();
    expect((await atDoor(ticket, fixture.eventId, "/walk-ins", { name: "Ada" })).status).toBe(403);
    expect((await statesFor())[1]).toEqual(["named", "ended"]);
    await env.DB.prepare("update event_collaborators set role = 'editor' where user_id = ?").bind(editor.id).run();
    const token = await issuedToken(editor.id, "reset_password");
    const reset = { token, password: "another long phrase", end_door_devices: true };
    expect((await post("/auth/reset-password", reset)).status).toBe(204);
    const statuses = (await everywhere(ticket, fixture)).map(([status]) => status);
    expect(statuses).toEqual([401, 401, 401, 401, 401]);
    expect((await statesFor())[1]).toEqual(["named", "ended"]);
  });

  it("allows at most 100 devices per event", async () => {
    const { host, fixture } = await eventTonight(1);
    const ids = JSON.stringify(Array.from({ length: 99 }, (_, index) => `device-${index}`));
    await env.DB.prepare(
      `insert into door_devices (event_id, id, name, can_scan, can_walk_in, can_override, made_by, created_at)
       select ?1, value, 'Door', 1, 0, 0, ?2, 1 from json_each(?3)`,
    )
      .bind(fixture.eventId, host.id, ids)
      .run();
    const path = `/events/${fixture.eventId}/door-devices`;
    const body = { name: "Door", rights: ["scan"] };
    const [first, second] = await Promise.all([host.api("POST", path, body), host.api("POST", path, body)]);
    expect([first.status, second.status].sort()).toEqual([201, 409]);
    expect(await refusalOf(await host.api("POST", path, body))).toEqual([409, "door_devices_full"]);
    // A scanner ticket ends by itself, and is not counted.
    await scannerTicket(host, fixture.eventId);
    const made = first.status === 201 ? first : second;
    const { id } = await made.json<Device>();
    expect((await host.api("DELETE", `${path}/${id}`)).status).toBe(204);
    expect((await host.api("POST", path, body)).status).toBe(201);
  });

  it("returns 402 on the free tier", async () => {
    const host = await signedInHost();
    const fixture = await makeEventFixture(host.id, 1);
    const body = { name: "Door", rights: ["scan"] };
    const response = await host.api("POST", `/events/${fixture.eventId}/door-devices`, body);
    expect(await refusalOf(response)).toEqual([402, "feature_not_in_tier"]);
  });

  it.each([
    [{ name: "", rights: ["scan"] }],
    [{ name: "Door", rights: [] }],
    [{ name: "Door", rights: ["everything"] }],
    [{ name: "Door", rights: "scan" }],
    [{ name: "Door" }],
    [{ name: "Door", rights: ["scan"], session_id: "x" }],
  ])("refuses %j", async (body) => {
    const { host, fixture } = await eventTonight(1);
    const response = await host.api("POST", `/events/${fixture.eventId}/door-devices`, body);
    expect(await refusalOf(response)).toEqual([400, "validation_failed"]);
  });
});

describe("GET /events/{eventId}/door-devices", () => {
  it("returns pages, newest first, to editors", async () => {
    const { host, fixture } = await eventTonight(1);
    const made = [];
    for (const name of ["First", "Second", "Third"]) {
      made.push((await addDevice(host, fixture.eventId, ["scan"], name)).id);
    }
    const listed: string[] = [];
    let cursor = "";
    do {
      const response = await host.api("GET", `/events/${fixture.eventId}/door-devices?limit=2${cursor}`);
      const page = await response.json<{ items: ListedDevice[]; next_cursor: string | null }>();
      listed.push(...page.items.map(({ id }) => id));
      cursor = page.next_cursor === null ? "" : `&cursor=${page.next_cursor}`;
    } while (cursor !== "");
    expect(listed).toEqual(made.toReversed());
    const viewer = await signedInHost();
    await addMember(fixture.eventId, viewer.id, "viewer");
    expect((await viewer.api("GET", `/events/${fixture.eventId}/door-devices`)).status).toBe(403);
  });
});

describe("scanner ticket of a session", () => {
  it("returns 401 on every door route once the session is signed out", async () => {
    const { host, fixture } = await eventTonight();
    const ticket = await scannerTicket(host, fixture.eventId);
    expect((await atDoor(ticket, fixture.eventId, "/check-ins")).status).toBe(200);
    expect(await devicesOf(host, fixture.eventId)).toMatchObject([{ kind: "scanner_ticket", name: "Scanner link" }]);
    expect((await post("/auth/logout", { refresh_token: host.refreshToken })).status).toBe(204);
    expect((await everywhere(ticket, fixture)).map(([status]) => status)).toEqual([401, 401, 401, 401, 401]);
    expect(await countCheckIns(fixture.eventId)).toBe(0);
  });

  it("stops when it is revoked, and after 12 hours", async () => {
    const { host, fixture } = await eventTonight();
    const [first, second] = [await scannerTicket(host, fixture.eventId), await scannerTicket(host, fixture.eventId)];
    const [listedSecond, listedFirst] = await devicesOf(host, fixture.eventId);
    const path = `/events/${fixture.eventId}/door-devices`;
    expect((await host.api("DELETE", `${path}/${listedFirst?.id}`)).status).toBe(204);
    expect((await atDoor(first, fixture.eventId, "/check-ins")).status).toBe(401);
    expect((await atDoor(second, fixture.eventId, "/check-ins")).status).toBe(200);
    await env.DB.prepare("update door_devices set expires_at = ? where id = ?")
      .bind(Date.now(), listedSecond?.id)
      .run();
    expect(await refusalOf(await atDoor(second, fixture.eventId, "/check-ins"))).toEqual([401, "door_device_ended"]);
  });

  it("works before the door opens, so that a team can try its phones", async () => {
    const { host, fixture } = await eventTonight();
    await beginsIn(fixture.eventId, 24 * 30);
    const ticket = await scannerTicket(host, fixture.eventId);
    expect((await atDoor(ticket, fixture.eventId, "/check-ins")).status).toBe(200);
  });
});

describe("rate limits of a door device", () => {
  beforeEach(stopClock);

  it("allows exactly 20 walk-ins, four at a time", { tags: "rounds" }, async () => {
    const tries = rounds(120);
    const { host, fixture } = await eventTonight();
    const ticket = await scannerTicket(host, fixture.eventId);
    const statuses: number[] = [];
    const retryAfter: number[] = [];
    const next = async (lane: number): Promise<void> => {
      for (let index = lane; index < tries; index += 4) {
        const response = await atDoor(ticket, fixture.eventId, "/walk-ins", { name: `Stranger ${index}` });
        statuses.push(response.status);
        if (response.status === 429) retryAfter.push(Number(response.headers.get("retry-after")));
      }
    };
    await Promise.all([0, 1, 2, 3].map(next));
    expect(statuses.sort()).toEqual([...Array(20).fill(201), ...Array(tries - 20).fill(429)]);
    expect(Math.min(...retryAfter)).toBeGreaterThan(0);
    expect(Math.max(...retryAfter)).toBeLessThanOrEqual(60);
    expect(await countCheckIns(fixture.eventId)).toBe(20);
    const other = await addDevice(host, fixture.eventId);
    expect((await atDoor(other.ticket, fixture.eventId, "/walk-ins", { name: "Ada" })).status).toBe(201);
    expect((await atDoor(ticket, fixture.eventId, "/check-in", { guest_id: firstOf(fixture).id })).status).toBe(201);
  });

  it("allows exactly 60 of 80 parallel check-ins, and lets the others succeed on a retry", async () => {
    const { host, fixture } = await eventTonight(80);
    const { ticket } = await addDevice(host, fixture.eventId);
    const bodies = fixture.guests.map(({ id }) => ({ guest_id: id, nonce: crypto.randomUUID() }));
    const scans = await Promise.all(bodies.map((body) => atDoor(ticket, fixture.eventId, "/check-in", body)));
    const statuses = scans.map(({ status }) => status);
    expect([...statuses].sort()).toEqual([...Array(60).fill(201), ...Array(20).fill(429)]);
    expect(await countCheckIns(fixture.eventId)).toBe(60);
    const refused = bodies.filter((_, index) => statuses[index] === 429);
    for (const body of refused) {
      const response = await host.api("POST", `/events/${fixture.eventId}/check-in`, body);
      expect([200, 201]).toContain(response.status);
    }
    expect(await countCheckIns(fixture.eventId)).toBe(80);
  });

  it("counts unknown guests and a replayed request once, and returns the remaining limit", async () => {
    const { host, fixture } = await eventTonight(1);
    const { ticket } = await addDevice(host, fixture.eventId);
    const scan = (body: object, key: Record<string, string> = {}) =>
      atDoor(ticket, fixture.eventId, "/check-in", body, key);
    const left = (response: Response) => response.headers.get("ratelimit")?.match(/"door-check-in";r=(\d+);t=\d+/)?.[1];
    const key = { "Idempotency-Key": crypto.randomUUID() };
    const body = { guest_id: firstOf(fixture).id };
    const answers = [
      await scan(body, key),
      await scan(body, key),
      await scan(body),
      await scan({ qr_token: "no code of ours" }),
      await scan({ guest_id: crypto.randomUUID() }),
    ];
    expect(answers.map((answer) => [answer.status, left(answer)])).toEqual([
      [201, "59"],
      [201, "58"],
      [409, "57"],
      [400, "56"],
      [404, "55"],
    ]);
    expect(answers[0]?.headers.get("ratelimit-policy")).toBe('"door-check-in";q=60;w=60');
    // A minute later the first of them does not count.
    await age(fixture.eventId, 60_000, 1);
    expect(left(await scan(body))).toBe("55");
  });

  it("allows exactly 60 of 90 previews, and counts none of them as a check-in", async () => {
    const { host, fixture } = await eventTonight(70);
    const { ticket } = await addDevice(host, fixture.eventId);
    const preview = () => atDoor(ticket, fixture.eventId, "/check-in/preview", { guest_id: firstOf(fixture).id });
    const previews = await Promise.all(Array.from({ length: 90 }, preview));
    expect(previews.map(({ status }) => status).sort()).toEqual([...Array(60).fill(200), ...Array(30).fill(429)]);
    const scans = [];
    for (const { id } of fixture.guests.slice(0, 61)) {
      scans.push((await atDoor(ticket, fixture.eventId, "/check-in", { guest_id: id })).status);
    }
    expect(scans).toEqual([...Array(60).fill(201), 429]);
    expect(await countCheckIns(fixture.eventId)).toBe(60);
    // The headcount goes on, and members are not counted.
    expect((await atDoor(ticket, fixture.eventId, "/check-ins")).status).toBe(200);
    const body = { guest_id: fixture.guests[60]?.id };
    expect((await host.api("POST", `/events/${fixture.eventId}/check-in`, body)).status).toBe(201);
  });

  it("counts a use for 60 seconds, and returns on the 61st when to retry", async () => {
    const { host, fixture } = await eventTonight(1);
    const { ticket } = await addDevice(host, fixture.eventId);
    const preview = () => atDoor(ticket, fixture.eventId, "/check-in/preview", { guest_id: firstOf(fixture).id });
    for (let count = 0; count < 60; count++) expect((await preview()).status).toBe(200);
    // The first is 40 seconds older than the others.
    await age(fixture.eventId, 40_000, 1);
    const refused = await preview();
    expect(refused.status).toBe(429);
    const wait = Number(refused.headers.get("retry-after"));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(20);
    await age(fixture.eventId, 20_000, 1);
    expect([(await preview()).status, (await preview()).status]).toEqual([200, 429]);
  });

  it("deletes the stored uses after they have left the window", async () => {
    const { host, fixture } = await eventTonight(3);
    const { ticket, id } = await addDevice(host, fixture.eventId);
    const [first, second, third] = fixture.guests;
    const scan = (guest: typeof first) => atDoor(ticket, fixture.eventId, "/check-in", { guest_id: guest?.id });
    const rows = async () => {
      const found = "select kind, number from door_device_uses where device_id = ? order by kind, number";
      const { results } = await env.DB.prepare(found).bind(id).all<{ kind: string; number: number }>();
      return results.map(({ kind, number }) => [kind, number]);
    };
    await atDoor(ticket, fixture.eventId, "/check-in/preview", { guest_id: first?.id });
    await scan(first);
    await scan(second);
    expect(await rows()).toEqual([
      ["check_in", 1],
      ["check_in", 2],
      ["preview", 1],
    ]);
    await age(fixture.eventId, 61_000, 60);
    await scan(third);
    expect(await rows()).toEqual([
      ["check_in", 1],
      ["preview", 1],
    ]);
    // They go with the event, as the device does.
    await env.DB.prepare("delete from door_devices where id = ?").bind(id).run();
    expect(await rows()).toEqual([]);
  });

  it("makes one database call and reads few rows during a burst", async () => {
    const { host, fixture } = await eventTonight(62);
    const { ticket } = await addDevice(host, fixture.eventId);
    const scan = (guest_id: string | undefined) =>
      new Request(`https://usher.test/events/${fixture.eventId}/check-in`, {
        method: "POST",
        headers: { Authorization: `Bearer ${ticket}`, "Content-Type": "application/json" },
        body: JSON.stringify({ guest_id, nonce: crypto.randomUUID() }),
      });
    for (const { id } of fixture.guests.slice(0, 60)) await exports.default.fetch(scan(id));
    await age(fixture.eventId, 60_000, 1);
    const cost = await costOf(scan(fixture.guests[60]?.id), recordingEnv());
    expect([cost.response.status, cost.roundTrips, cost.d1Calls]).toEqual([201, 1, 1]);
    expect(cost.rowsRead).toBeLessThanOrEqual(22);
    // The check-in with two indexes, its use, and the use that has left the window.
    expect(cost.rowsWritten).toBeLessThanOrEqual(5);
  });
});

describe("POST /events/{eventId}/check-in by a door device", () => {
  /** @spec 2.62 "Check-in | checked_in_by | uuid | the user who scanned" */
  it("names the device and the user who paired it, in the response, the list and the next 409", async () => {
    const owner = await signedInHost({ tier: "pro" });
    const editor = await signedInHost();
    const fixture = await makeEventFixture(owner.id, 1);
    await beginsIn(fixture.eventId, 1);
    await addMember(fixture.eventId, editor.id, "editor");
    const { ticket, id } = await addDevice(editor, fixture.eventId, EVERY_RIGHT, "North door");
    const by = { checked_in_by: editor.id, checked_in_by_name: "Ada Host", door_device: { id, name: "North door" } };
    const body = { guest_id: firstOf(fixture).id };
    const made = await atDoor(ticket, fixture.eventId, "/check-in", body);
    const again = await owner.api("POST", `/events/${fixture.eventId}/check-in`, body);
    const preview = await owner.api("POST", `/events/${fixture.eventId}/check-in/preview`, body);
    const walkIn = await atDoor(ticket, fixture.eventId, "/walk-ins", { name: "Grace" });
    const own = await owner.api("POST", `/events/${fixture.eventId}/walk-ins`, { name: "Barbara" });
    const list = await owner.api("GET", `/events/${fixture.eventId}/check-ins`);
    expect(await made.json()).toMatchObject(by);
    expect([again.status, await again.json()]).toMatchObject([409, { check_in: by, door: "North door" }]);
    expect(await preview.json()).toMatchObject({ check_in: by });
    expect(await walkIn.json()).toMatchObject(by);
    const byMember = { checked_in_by: owner.id, door_device: null };
    expect(await own.json()).toMatchObject(byMember);
    expect(await list.json()).toMatchObject({ items: [byMember, by, by] });
  });

  it("names no device after it was deleted, and no user whose account was deleted", async () => {
    const { host, fixture } = await eventTonight(1);
    const viewer = await signedInHost();
    await addMember(fixture.eventId, viewer.id, "viewer");
    const { ticket, id } = await addDevice(host, fixture.eventId);
    await atDoor(ticket, fixture.eventId, "/check-in", { guest_id: firstOf(fixture).id });
    await env.DB.batch([
      env.DB.prepare("delete from door_devices where id = ?").bind(id),
      env.DB.prepare(
        "update users set deleted_at = 1, email = null, email_key = null, password_hash = null where id = ?",
      ).bind(host.id),
    ]);
    const list = await viewer.api("GET", `/events/${fixture.eventId}/check-ins`);
    expect(await list.json()).toMatchObject({ items: [{ checked_in_by: null, door_device: null }] });
  });
});

describe("Idempotency-Key at the door", () => {
  const freshKey = () => ({ "Idempotency-Key": crypto.randomUUID() });
  const isReplay = (response: Response) => response.headers.get("idempotency-replayed") === "true";

  it.each([
    ["door-devices", { name: "Side entrance", rights: ["scan"] }],
    ["scanner-ticket", undefined],
  ])("creates one device for a repeated POST …/%s, and stores no ticket", async (route, body) => {
    const { host, fixture } = await eventTonight();
    const key = freshKey();
    const path = `/events/${fixture.eventId}/${route}`;
    const [first, second] = [await host.api("POST", path, body, key), await host.api("POST", path, body, key)];
    expect([first.status, second.status, isReplay(first), isReplay(second)]).toEqual([201, 201, false, true]);
    const made = await first.json<{ ticket: string }>();
    expect(await second.json()).toEqual(made);
    expect(await devicesOf(host, fixture.eventId)).toHaveLength(1);
    const stored = await env.DB.prepare("select * from idempotency_keys where user_id = ?").bind(host.id).all();
    expect(stored.results).toHaveLength(1);
    expect(JSON.stringify(stored.results)).not.toContain(made.ticket.split(".")[2]);
  });

  it.each(["/check-in", "/walk-ins"])("returns the first check-in to a device's repeated POST …%s", async (path) => {
    const { host, fixture } = await eventTonight();
    const { ticket, id } = await addDevice(host, fixture.eventId);
    const key = freshKey();
    const body = path === "/check-in" ? { guest_id: firstOf(fixture).id } : { name: "Ada" };
    const send = (sent: object = body) => atDoor(ticket, fixture.eventId, path, sent, key);
    const [first, second] = [await send(), await send()];
    expect([first.status, second.status, isReplay(first), isReplay(second)]).toEqual([201, 201, false, true]);
    expect(await second.json()).toEqual(await first.json());
    expect(await refusalOf(await send({ ...body, arrival_count: 1 }))).toEqual([409, "idempotency_key_reused"]);
    expect(await countCheckIns(fixture.eventId)).toBe(1);
    // A device that was ended gets no stored answer either.
    await host.api("DELETE", `/events/${fixture.eventId}/door-devices/${id}`);
    expect(await refusalOf(await send())).toEqual([401, "door_device_ended"]);
  });

  it("stays unused after a rejected check-in", async () => {
    const { host, fixture } = await eventTonight();
    const { ticket } = await addDevice(host, fixture.eventId);
    const body = { guest_id: firstOf(fixture).id };
    expect((await atDoor(ticket, fixture.eventId, "/check-in", body)).status).toBe(201);
    const key = freshKey();
    const refused = await atDoor(ticket, fixture.eventId, "/check-in", body, key);
    expect(await refusalOf(refused)).toEqual([409, "already_checked_in"]);
    const other = { guest_id: fixture.guests[1]?.id };
    expect((await atDoor(ticket, fixture.eventId, "/check-in", other, key)).status).toBe(201);
  });
});
