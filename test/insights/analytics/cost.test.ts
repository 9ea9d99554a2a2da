import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { Analytics } from "../../../src/insights/analytics/schemas.ts";
import { type Host, signedInHost } from "../../support/account.ts";
import { type EventFixture, makeEventFixture } from "../../support/event-fixture.ts";
import { costOf, recordingEnv } from "../../support/recording-env.ts";

const GUESTS = 5_000;
/** The budget of rows for one response. */
const MAX_ROWS = 50_000;
/**
 * At most, one guest adds: the guest twice, the link once, the answer three times, the check-in once, and a row in each
 * of the two groupings.
 */
const ROWS_A_GUEST = 9;
/** The role, the event, a row past the end of each list, and the channel again for each of the 80 groups of guests. */
const EXTRA_ROWS = 100;
/** The read of the role. */
const MAX_ROLE_ROWS = 4;

/** Fills an event to the worst case: every guest has a channel, an answer, a check-in and four accesses. */
async function fill({ eventId, hostId }: EventFixture): Promise<void> {
  const now = Date.now();
  const run = (sql: string, ...values: unknown[]) => env.DB.prepare(sql).bind(eventId, ...values);
  await env.DB.batch([
    run("update access_tokens set utm_source = 'channel-' || substr(id, -1) where event_id = ?1"),
    run(
      `insert into rsvps (event_id, guest_id, id, response, plus_ones, user_agent, fingerprint, submitted_at, updated_at)
       select event_id, id, id, 'attending', unicode(substr(id, -1)) % 5, 'test', '{}', ?2 - unicode(substr(id, -2)) * 9e6, ?2
       from guests where event_id = ?1`,
      now,
    ),
    run(
      `insert into check_ins (event_id, guest_id, id, checked_in_at, recorded_at, checked_in_by, arrival_count)
       select event_id, id, id, ?2, ?2, ?3, 1 from guests where event_id = ?1`,
      now,
      hostId,
    ),
    ...[1, 2, 3, 4].map((time) =>
      run(
        `insert into access_logs (event_id, id, guest_id, token_id, kind, at, fingerprint, score, risk)
         select event_id, id || '-' || ?2, id, id, 'access', ?3, '{"language":"en"}', 0, 'low' from guests where event_id = ?1`,
        time,
        now,
      ),
    ),
  ]);
}

function request({ token }: Pick<Host, "token">, path: string): Request {
  return new Request(`https://usher.test${path}`, { headers: { Authorization: `Bearer ${token}` } });
}

describe("readAnalytics (cost for 5,000 guests and 20,000 accesses)", () => {
  it("makes one database call that reads no other event, then one read of the role", async () => {
    const host = await signedInHost({ tier: "business" });
    // An event before it and one after it: IDs begin with their time, so that their rows surround the rows of this event.
    const before = await makeEventFixture(host.id, GUESTS);
    const fixture = await makeEventFixture(host.id, GUESTS);
    const behind = await makeEventFixture(host.id, GUESTS);
    for (const event of [before, fixture, behind]) await fill(event);
    const path = `/events/${fixture.eventId}/analytics?days=365`;

    const recording = recordingEnv();
    const cold = await costOf(request(host, path), recording);
    const analytics = await cold.response.json<Analytics>();
    expect(cold.response.headers.get("x-cache")).toBe("miss");
    expect(analytics.overview).toMatchObject({ guests: GUESTS, responded: GUESTS, checked_in: GUESTS });
    expect([cold.roundTrips, cold.d1Calls, cold.rowsWritten]).toEqual([2, 1, 0]);
    expect(cold.rowsRead).toBeLessThanOrEqual(MAX_ROWS);
    expect(cold.rowsRead).toBeLessThanOrEqual(ROWS_A_GUEST * GUESTS + EXTRA_ROWS);

    const warm = await costOf(request(host, path), recording);
    expect(warm.response.headers.get("x-cache")).toBe("hit");
    expect([warm.roundTrips, warm.d1Calls]).toEqual([1, 1]);
    expect(warm.rowsRead).toBeLessThanOrEqual(MAX_ROLE_ROWS);
    expect(await warm.response.json()).toEqual(analytics);

    // Another isolate reads KV, and then the role.
    const isolate = recordingEnv();
    const elsewhere = await costOf(request(host, path), isolate);
    expect(elsewhere.response.headers.get("x-cache")).toBe("hit");
    expect([elsewhere.roundTrips, elsewhere.d1Calls, elsewhere.rowsRead]).toEqual([2, 1, warm.rowsRead]);
    const again = await costOf(request(host, path), isolate);
    expect([again.roundTrips, again.d1Calls, again.rowsRead]).toEqual([1, 1, warm.rowsRead]);
    console.info(JSON.stringify({ cold_rows: cold.rowsRead, warm_rows: warm.rowsRead }));
  });

  it("makes one database call for the table, which is streamed in chunks", async () => {
    const host = await signedInHost({ tier: "business" });
    const fixture = await makeEventFixture(host.id, GUESTS);
    await fill(fixture);
    const cost = await costOf(request(host, `/events/${fixture.eventId}/analytics/export.csv`));
    // The record of the export and the notice to the owners, with their indexes.
    expect([cost.roundTrips, cost.d1Calls, cost.rowsWritten]).toEqual([1, 1, 4]);
    expect(cost.rowsRead).toBeLessThanOrEqual(MAX_ROWS);
    const reader = cost.response.body?.getReader();
    if (reader === undefined) throw new Error("no body");
    const sizes: number[] = [];
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) sizes.push(piece.value.byteLength);
    expect(sizes.length).toBeGreaterThan(GUESTS / 500);
    console.info(
      JSON.stringify({ table_rows: cost.rowsRead, pieces: sizes.length, bytes: sizes.reduce((a, b) => a + b) }),
    );
  });
});
