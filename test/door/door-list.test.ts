import { env, exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { call, freshAddress, type Host, signedInHost } from "../support/account.ts";
import { shortCodeIn } from "../support/door-code.ts";
import { type EventFixture, firstOf, makeEventFixture } from "../support/event-fixture.ts";
import { answerRequest } from "../support/guest-requests.ts";
import { costOf, recordingEnv } from "../support/recording-env.ts";

const VAULT = "v".repeat(22);

interface Listed {
  id: string;
  name: string;
  table: string | null;
  expected_party_size: number;
  reasons: string[];
  codes: string[];
  check_in: { id: string; by: string; door: string | null; arrival_count: number } | null;
}

interface List {
  keys: string[];
  valid_until: string;
  buckets: { bucket: string; digest: string; guests: Listed[] }[];
}

const send = (request: Request): Promise<Response> => exports.default.fetch(request);

const atDoor = (ticket: string, eventId: string, path: string, body?: unknown) =>
  call(body === undefined ? "GET" : "POST", `/events/${eventId}${path}`, body, {
    Authorization: `Bearer ${ticket}`,
    "CF-Connecting-IP": freshAddress(),
  });

/** An event whose door is open, and a named device. */
async function openDoor(
  guests: number,
): Promise<{ host: Host; fixture: EventFixture; ticket: string; device: string }> {
  const host = await signedInHost({ tier: "pro" });
  const fixture = await makeEventFixture(host.id, guests);
  await env.DB.prepare("update events set event_date = ?, end_time = null where id = ?")
    .bind(Date.now() + 3_600_000, fixture.eventId)
    .run();
  const { ticket, id } = await deviceOf(host, fixture.eventId, "North door");
  return { host, fixture, ticket, device: id };
}

async function deviceOf(host: Host, eventId: string, name: string): Promise<{ id: string; ticket: string }> {
  const response = await host.api("POST", `/events/${eventId}/door-devices`, { name, rights: ["scan", "override"] });
  expect(response.status).toBe(201);
  return (await response.json()) as { id: string; ticket: string };
}

async function listOf(ticket: string, eventId: string, have = "", vault = VAULT): Promise<List> {
  const response = await atDoor(ticket, eventId, `/door-list?vault=${vault}&have=${have}`);
  expect(response.status).toBe(200);
  return (await response.json()) as List;
}

const haveOf = ({ buckets }: List) => buckets.map(({ bucket, digest }) => bucket + digest).join("");
const guestsOf = ({ buckets }: List) => buckets.flatMap(({ guests }) => guests);

async function answer(token: string, fields: Record<string, unknown>): Promise<string> {
  const response = await send(answerRequest(token, fields));
  expect(response.status).toBe(201);
  const { check_in } = (await response.json()) as { check_in?: { qr_token: string } };
  return check_in === undefined ? "" : shortCodeIn(check_in.qr_token);
}

/** The hash by which the list knows a code, as a scanner computes it. */
async function hashOf(code: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`door code\0${code}`));
  return new Uint8Array(digest).subarray(0, 16).toBase64({ alphabet: "base64url", omitPadding: true });
}

describe("GET /events/{eventId}/door-list", () => {
  it("returns each guest with the data for the door, and hashes of the codes without the codes", async () => {
    const { fixture, ticket } = await openDoor(3);
    const [coming, declined, silent] = fixture.guests;
    const code = await answer(coming?.token ?? "", { plus_ones: 2 });
    await answer(declined?.token ?? "", { response: "declined", plus_ones: 0 });
    await env.DB.prepare("update guests set table_name = '7' where id = ?").bind(coming?.id).run();
    const checkedIn = await atDoor(ticket, fixture.eventId, "/check-in", { qr_token: code });
    const { id } = (await checkedIn.json()) as { id: string };

    const list = await listOf(ticket, fixture.eventId);
    const text = JSON.stringify(list);
    expect(text).not.toContain(code);
    const byId = new Map(guestsOf(list).map((guest) => [guest.id, guest]));
    expect(byId.size).toBe(3);
    expect(byId.get(coming?.id ?? "")).toMatchObject({
      table: "7",
      expected_party_size: 3,
      reasons: [],
      codes: [await hashOf(code)],
      check_in: { id, by: "Ada Host", door: "North door", arrival_count: 3 },
    });
    expect(byId.get(declined?.id ?? "")).toMatchObject({ reasons: ["declined"], check_in: null });
    expect(byId.get(silent?.id ?? "")).toMatchObject({ reasons: ["no_answer"], check_in: null });
  });

  it("returns only the buckets that changed, also an emptied one: GET /events/{eventId}/door-list", async () => {
    const { host, fixture, ticket } = await openDoor(12);
    const first = await listOf(ticket, fixture.eventId);
    expect(guestsOf(first)).toHaveLength(12);
    expect((await listOf(ticket, fixture.eventId, haveOf(first))).buckets).toEqual([]);

    const guest = firstOf(fixture);
    await answer(guest.token, { plus_ones: 0 });
    const second = await listOf(ticket, fixture.eventId, haveOf(first));
    expect(second.buckets.map(({ bucket }) => bucket)).toEqual([guest.id.slice(-2)]);
    expect(guestsOf(second).find(({ id }) => id === guest.id)).toMatchObject({ reasons: [] });

    const deleted = await host.api("DELETE", `/events/${fixture.eventId}/guests/${guest.id}`);
    expect(deleted.status).toBe(204);
    const third = await listOf(ticket, fixture.eventId, haveOf(first));
    expect(guestsOf(third).some(({ id }) => id === guest.id)).toBe(false);
    expect(third.buckets.map(({ bucket }) => bucket)).toEqual([guest.id.slice(-2)]);
  });

  it("derives the phone's keys from its own text and the event, the same for each device", async () => {
    const { host, fixture, ticket } = await openDoor(1);
    const other = await deviceOf(host, fixture.eventId, "South door");
    const [key] = (await listOf(ticket, fixture.eventId)).keys;
    expect(key).toMatch(/^[\w-]{43}$/);
    expect((await listOf(other.ticket, fixture.eventId)).keys).toEqual([key]);
    expect((await listOf(ticket, fixture.eventId, "", "w".repeat(22))).keys).not.toContain(key);
    const elsewhere = await openDoor(1);
    expect((await listOf(elsewhere.ticket, elsewhere.fixture.eventId)).keys).not.toContain(key);
  });

  it("rejects an ended device, one without the right to scan, another event's, and an invalid query", async () => {
    const { host, fixture, ticket, device } = await openDoor(1);
    const path = `/door-list?vault=${VAULT}`;
    const walksIn = await host.api("POST", `/events/${fixture.eventId}/door-devices`, {
      name: "Desk",
      rights: ["walk_in"],
    });
    const { ticket: desk } = (await walksIn.json()) as { ticket: string };
    expect((await atDoor(desk, fixture.eventId, path)).status).toBe(403);
    const other = await openDoor(1);
    expect((await atDoor(ticket, other.fixture.eventId, path)).status).toBe(404);
    expect((await atDoor(ticket, fixture.eventId, "/door-list")).status).toBe(400);
    expect((await atDoor(ticket, fixture.eventId, `${path}&have=zz`)).status).toBe(400);
    expect((await host.api("DELETE", `/events/${fixture.eventId}/door-devices/${device}`)).status).toBe(204);
    const ended = await atDoor(ticket, fixture.eventId, path);
    expect(ended.status).toBe(401);
    expect(await ended.json()).toMatchObject({ error: "door_device_ended" });
  });

  it("makes one database call", async () => {
    const { fixture, ticket } = await openDoor(3);
    const request = new Request(`https://usher.test/events/${fixture.eventId}/door-list?vault=${VAULT}`, {
      headers: { Authorization: `Bearer ${ticket}`, "CF-Connecting-IP": freshAddress() },
    });
    const { response, d1Calls } = await costOf(request, recordingEnv());
    expect(response.status).toBe(200);
    expect(d1Calls).toBe(1);
  });
});

describe("second POST /events/{eventId}/check-in", () => {
  it("names the door at which the guest was checked in", async () => {
    const { host, fixture, ticket } = await openDoor(1);
    const code = await answer(firstOf(fixture).token, {});
    const south = await deviceOf(host, fixture.eventId, "South door");
    expect((await atDoor(ticket, fixture.eventId, "/check-in", { qr_token: code })).status).toBe(201);
    const again = await atDoor(south.ticket, fixture.eventId, "/check-in", { qr_token: code });
    expect(await again.json()).toMatchObject({ error: "already_checked_in", door: "North door" });
  });

  it("names no door for a scanner link, which has no name", async () => {
    const { host, fixture, ticket } = await openDoor(1);
    const code = await answer(firstOf(fixture).token, {});
    const link = await host.api("POST", `/events/${fixture.eventId}/scanner-ticket`);
    const { ticket: unnamed } = (await link.json()) as { ticket: string };
    expect((await atDoor(unnamed, fixture.eventId, "/check-in", { qr_token: code })).status).toBe(201);
    const again = await atDoor(ticket, fixture.eventId, "/check-in", { qr_token: code });
    expect(await again.json()).toMatchObject({ error: "already_checked_in", door: null });
  });
});

describe("GET /events/{eventId}/check-in/guests", () => {
  it("finds names despite typing mistakes, and reads the rest of few guests", async () => {
    const { fixture, ticket } = await openDoor(5);
    const names = ["Anna Smith", "Łukasz Żółć", "محمَّد الأحمد", "山田 花子", "Zoe\u0301 🎉 Nguyễn"];
    const host = await signedInHost({ tier: "pro" });
    const own = await makeEventFixture(host.id, 0);
    for (const name of names) {
      expect((await host.api("POST", `/events/${own.eventId}/guests`, { name })).status).toBe(201);
    }
    const find = async (q: string) => {
      const response = await host.api("GET", `/events/${own.eventId}/check-in/guests?q=${encodeURIComponent(q)}`);
      const { items } = (await response.json()) as { items: { guest: { name: string } }[] };
      return items.map(({ guest }) => guest.name.normalize("NFC"));
    };
    const queries = ["ana smit", "lukasz zolc", "محمد", "花子", "zoe nguyen"];
    const found = await Promise.all(queries.map(find));
    expect(found).toEqual(names.map((name) => [name.normalize("NFC")]));
    expect(await find("xavier")).toEqual([]);
    expect(await find("...")).toEqual([]);

    const request = new Request(`https://usher.test/events/${fixture.eventId}/check-in/guests?q=guest`, {
      headers: { Authorization: `Bearer ${ticket}`, "CF-Connecting-IP": freshAddress() },
    });
    const { response, d1Calls } = await costOf(request, recordingEnv());
    expect(((await response.json()) as { items: unknown[] }).items).toHaveLength(5);
    expect(d1Calls).toBe(2);
  });
});
