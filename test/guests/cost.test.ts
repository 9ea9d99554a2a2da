import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { type Host, signedInHost } from "../support/account.ts";
import { type EventFixture, firstOf, makeEventFixture } from "../support/event-fixture.ts";
import { eventually } from "../support/eventually.ts";
import { makeEvent } from "../support/guest.ts";
import { type Cost, costOf, recordingEnv } from "../support/recording-env.ts";

/** Rows that session, role and one lookup may read in addition to those of the response. */
const EXTRA_ROWS = 10;

/** The cost of one request by a host. */
async function cost(host: Host, method: string, path: string, body?: unknown): Promise<Cost> {
  const headers = { Authorization: `Bearer ${host.token}`, "Content-Type": "application/json" };
  const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  return costOf(new Request(`https://usher.test${path}`, init), recordingEnv());
}

/** Asserts that the outbox is empty and the guest has this many finished deliveries. */
async function expectDelivered(guestId: string, deliveries: number): Promise<void> {
  expect(await env.DB.prepare("select count(*) as n from outbox").first("n")).toBe(0);
  const finished = env.DB.prepare("select count(*) as n from deliveries where guest_id = ? and status != 'pending'");
  expect(await finished.bind(guestId).first("n")).toBe(deliveries);
}

/** Gives every guest an RSVP, a delivery and an access log. */
async function answerAll(fixture: EventFixture): Promise<void> {
  const statements = [
    `insert into rsvps (event_id, guest_id, id, response, plus_ones, user_agent, fingerprint, submitted_at, updated_at)
     select event_id, id, id, 'attending', 0, 'test', '{}', 1, 1 from guests where event_id = ?`,
    `insert into deliveries (id, dedupe_key, kind, purpose, channel, event_id, guest_id, recipient_hash, status, created_at,
       updated_at)
     select id, id, 'invitation', 'host', 'email', event_id, id, 'hash', 'sent', 1, 1 from guests where event_id = ?`,
    `insert into access_logs (event_id, id, guest_id, token_id, kind, at, fingerprint)
     select event_id, id, id, id, 'access', 1, '{}' from guests where event_id = ?`,
  ];
  await env.DB.batch(statements.map((statement) => env.DB.prepare(statement).bind(fixture.eventId)));
}

describe("GET /events/{eventId}/guests (cost)", () => {
  it("reads a page in one round trip, and no more rows than the page has", async () => {
    const host = await signedInHost({ tier: "business" });
    const fixture = await makeEventFixture(host.id, 5_000);
    const bare = await cost(host, "GET", `/events/${fixture.eventId}/guests?limit=20`);
    expect(bare.response.status).toBe(200);
    expect([bare.roundTrips, bare.d1Calls, bare.rowsWritten]).toEqual([1, 1, 0]);
    // One more guest than the page is read, to know whether there is a next page.
    expect(bare.rowsRead).toBeLessThanOrEqual(21 + EXTRA_ROWS);
    await answerAll(fixture);
    const answered = await cost(host, "GET", `/events/${fixture.eventId}/guests?limit=20`);
    expect(answered.rowsRead).toBeLessThanOrEqual(2 * 21 + EXTRA_ROWS);
    const { next_cursor } = await answered.response.json<{ next_cursor: string }>();
    const next = await cost(host, "GET", `/events/${fixture.eventId}/guests?limit=20&cursor=${next_cursor}`);
    expect(next.rowsRead).toBe(answered.rowsRead);
  });

  it("searches only the list of the event: its names, then the guests who match", async () => {
    const host = await signedInHost({ tier: "business" });
    const [fixture] = [await makeEventFixture(host.id, 100), await makeEventFixture(host.id, 1_000)];
    for (const query of ["q=guest%2099", "q=nobody", "response=attending", "response=pending&q=guest"]) {
      const found = await cost(host, "GET", `/events/${fixture.eventId}/guests?limit=200&${query}`);
      const calls = query.includes("q=") ? 2 : 1;
      expect([found.roundTrips, found.d1Calls], query).toEqual([calls, calls]);
      // The names, the IDs of those that match, and the list.
      expect(found.rowsRead, query).toBeLessThanOrEqual((calls + 2) * 100 + EXTRA_ROWS);
    }
  });

  it("costs the same for one guest of 4,900 as for one of 10, for every operation", async () => {
    const host = await signedInHost({ tier: "business" });
    // A list with room for the guests that are added below.
    const [few, many] = [await makeEventFixture(host.id, 10), await makeEventFixture(host.id, 4_900)];
    await Promise.all([answerAll(few), answerAll(many)]);
    const costsOf = async (fixture: EventFixture) => {
      const [guest, event] = [firstOf(fixture), `/events/${fixture.eventId}`];
      const one = `${event}/guests/${guest.id}`;
      const fresh = { name: "New", email: `new-${fixture.eventId}@example.com` };
      const requests: [string, string, unknown?][] = [
        ["GET", one],
        ["PATCH", one, { name: "Renamed", email: `renamed-${fixture.eventId}@example.com` }],
        ["POST", `${event}/tokens`, { guest_id: guest.id }],
        ["POST", `${event}/tokens/rotate`, { guest_id: guest.id }],
        ["POST", `${event}/guests`, fresh],
        ["POST", `${event}/guests`, { name: "Another" }],
        ["DELETE", one],
      ];
      const costs: unknown[] = [];
      for (const [method, path, body] of requests) {
        // Erasing a guest scans the outbox and deletes deliveries: here one earlier delivery and one invitation.
        if (method === "DELETE") await eventually(() => expectDelivered(guest.id, 2));
        const { response, roundTrips, d1Calls, rowsRead, rowsWritten } = await cost(host, method, path, body);
        expect(response.ok, `${method} ${path}`).toBe(true);
        expect(roundTrips).toBe(method === "GET" ? 1 : 2);
        expect(d1Calls).toBe(roundTrips);
        costs.push({ method, path: path.replaceAll(/[0-9a-f-]{36}/g, "*"), rowsRead, rowsWritten });
      }
      return costs;
    };
    const costs = await costsOf(many);
    console.info(JSON.stringify(costs));
    expect(costs).toEqual(await costsOf(few));
  });

  it("makes two round trips for a first link", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host);
    const made = await cost(host, "POST", `/events/${event.id}/guests`, { name: "Ada", email: "ada@example.com" });
    const { id } = await made.response.json<{ id: string }>();
    const issued = await cost(host, "POST", `/events/${event.id}/tokens`, { guest_id: id });
    expect(issued.response.status).toBe(201);
    expect([issued.roundTrips, issued.d1Calls]).toEqual([2, 2]);
    // Seven of them for what the sender may send, which is read and then asserted by the write.
    expect(issued.rowsRead).toBeLessThanOrEqual(25);
  });
});
