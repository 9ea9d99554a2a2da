import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { type Host, signedInHost } from "../../support/account.ts";
import { type EventFixture, firstOf, makeEventFixture } from "../../support/event-fixture.ts";
import { eventually } from "../../support/eventually.ts";
import { makeEvent } from "../../support/guest.ts";
import { type Cost, costOf, recordingEnv } from "../../support/recording-env.ts";

/** Rows that a session, a role and one look-up may read beside what the answer shows. */
const ROWS_BESIDE = 10;

/** What one request of a host costs. */
async function cost(host: Host, method: string, path: string, body?: unknown): Promise<Cost> {
  const headers = { Authorization: `Bearer ${host.token}`, "Content-Type": "application/json" };
  const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  return costOf(new Request(`https://usher.test${path}`, init), recordingEnv());
}

/** What was owed was done, and what was written to a guest has been noted. */
async function everythingDone(guestId: string, deliveries: number): Promise<void> {
  expect(await env.DB.prepare("select count(*) as n from outbox").first("n")).toBe(0);
  const noted = env.DB.prepare("select count(*) as n from deliveries where guest_id = ? and status != 'pending'");
  expect(await noted.bind(guestId).first("n")).toBe(deliveries);
}

/** Everybody on the list has answered, has been written to, and has opened the invitation. */
async function answerAll(crowd: EventFixture): Promise<void> {
  const statements = [
    `insert into rsvps (event_id, guest_id, id, response, plus_ones, user_agent, fingerprint, submitted_at, updated_at)
     select event_id, id, id, 'attending', 0, 'test', '{}', 1, 1 from guests where event_id = ?`,
    `insert into deliveries (id, dedupe_key, kind, channel, event_id, guest_id, recipient_hash, status, created_at, updated_at)
     select id, id, 'invitation', 'email', event_id, id, 'hash', 'sent', 1, 1 from guests where event_id = ?`,
    `insert into access_logs (event_id, id, guest_id, token_id, kind, at, fingerprint)
     select event_id, id, id, id, 'access', 1, '{}' from guests where event_id = ?`,
  ];
  await env.DB.batch(statements.map((statement) => env.DB.prepare(statement).bind(crowd.eventId)));
}

describe("what the guest list costs", () => {
  it("reads a page in one trip, and of the list no more than the page", async () => {
    const host = await signedInHost({ tier: "business" });
    const crowd = await makeEventFixture(host.id, 5_000);
    const bare = await cost(host, "GET", `/events/${crowd.eventId}/guests?limit=20`);
    expect(bare.response.status).toBe(200);
    expect([bare.trips, bare.d1Calls, bare.rowsWritten]).toEqual([1, 1, 0]);
    // One guest too many is asked for, to know whether there is another page.
    expect(bare.rowsRead).toBeLessThanOrEqual(21 + ROWS_BESIDE);
    await answerAll(crowd);
    const answered = await cost(host, "GET", `/events/${crowd.eventId}/guests?limit=20`);
    expect(answered.rowsRead).toBeLessThanOrEqual(2 * 21 + ROWS_BESIDE);
    const { next_cursor } = await answered.response.json<{ next_cursor: string }>();
    const next = await cost(host, "GET", `/events/${crowd.eventId}/guests?limit=20&cursor=${next_cursor}`);
    expect(next.rowsRead).toBe(answered.rowsRead);
  });

  it("searches one event's list and no other's, in one trip", async () => {
    const host = await signedInHost({ tier: "business" });
    const [crowd] = [await makeEventFixture(host.id, 100), await makeEventFixture(host.id, 1_000)];
    for (const query of ["q=guest%2099", "q=nobody", "response=attending", "response=pending&q=guest"]) {
      const found = await cost(host, "GET", `/events/${crowd.eventId}/guests?limit=200&${query}`);
      expect([found.trips, found.d1Calls], query).toEqual([1, 1]);
      expect(found.rowsRead, query).toBeLessThanOrEqual(2 * 100 + ROWS_BESIDE);
    }
  });

  it("is the same for one guest of 4,900 as for one of 10, whatever is done with the guest", async () => {
    const host = await signedInHost({ tier: "business" });
    // A list with room for the guests who are added on the way.
    const [few, many] = [await makeEventFixture(host.id, 10), await makeEventFixture(host.id, 4_900)];
    await Promise.all([answerAll(few), answerAll(many)]);
    const costsOf = async (crowd: EventFixture) => {
      const [guest, event] = [firstOf(crowd), `/events/${crowd.eventId}`];
      const one = `${event}/guests/${guest.id}`;
      const fresh = { name: "New", email: `new-${crowd.eventId}@example.com` };
      const requests: [string, string, unknown?][] = [
        ["GET", one],
        ["PATCH", one, { name: "Renamed", email: `renamed-${crowd.eventId}@example.com` }],
        ["POST", `${event}/tokens`, { guest_id: guest.id }],
        ["POST", `${event}/tokens/rotate`, { guest_id: guest.id }],
        ["POST", `${event}/guests`, fresh],
        ["POST", `${event}/guests`, { name: "Another" }],
        ["DELETE", one],
      ];
      const costs: unknown[] = [];
      for (const [method, path, body] of requests) {
        // Erasing a guest looks through what is owed and takes what was delivered: here one of before, and two links.
        if (method === "DELETE") await eventually(() => everythingDone(guest.id, 3));
        const { response, trips, d1Calls, rowsRead, rowsWritten } = await cost(host, method, path, body);
        expect(response.ok, `${method} ${path}`).toBe(true);
        expect(trips).toBe(method === "GET" ? 1 : 2);
        expect(d1Calls).toBe(trips);
        costs.push({ method, path: path.replaceAll(/[0-9a-f-]{36}/g, "*"), rowsRead, rowsWritten });
      }
      return costs;
    };
    const costs = await costsOf(many);
    console.info(JSON.stringify(costs));
    expect(costs).toEqual(await costsOf(few));
  });

  it("of a first link is two trips", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host);
    const made = await cost(host, "POST", `/events/${event.id}/guests`, { name: "Ada", email: "ada@example.com" });
    const { id } = await made.response.json<{ id: string }>();
    const issued = await cost(host, "POST", `/events/${event.id}/tokens`, { guest_id: id });
    expect(issued.response.status).toBe(201);
    expect([issued.trips, issued.d1Calls]).toEqual([2, 2]);
    expect(issued.rowsRead).toBeLessThanOrEqual(12);
  });
});
