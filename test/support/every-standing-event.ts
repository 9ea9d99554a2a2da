import { env } from "cloudflare:workers";
import { HOUR_MS } from "../../src/kernel/clock.ts";
import { type ReplyState, STANDINGS, type Standing } from "../../src/kernel/rsvp.ts";
import type { Host } from "./account.ts";
import { type FixtureGuest, makeEventFixture } from "./event-fixture.ts";

/** An event with one guest of each standing, all invited but `not_invited`. */
export interface StandingEvent {
  eventId: string;
  guests: Record<Standing, FixtureGuest>;
}

/** Columns of an RSVP by standing. A standing that is not listed has none. */
const RSVPS: Partial<Record<Standing, { response: string; seat: string | null }>> = {
  walk_in: { response: "attending", seat: "confirmed" },
  coming: { response: "attending", seat: "confirmed" },
  offered: { response: "attending", seat: "offered" },
  waitlisted: { response: "attending", seat: "waitlisted" },
  unseated: { response: "attending", seat: null },
  maybe: { response: "maybe", seat: null },
  declined: { response: "declined", seat: null },
};

/** People with a confirmed or an offered seat. */
const HELD = 3;

/** Creates an event of a host with one guest of each standing, in a language and a state for replies. */
export async function makeStandingEvent(
  host: Host,
  {
    state = "open",
    locale = "en",
    eventIn = 20 * HOUR_MS,
  }: { state?: ReplyState; locale?: string; eventIn?: number } = {},
): Promise<StandingEvent> {
  const fixture = await makeEventFixture(host.id, STANDINGS.length, { name: "Gala" });
  const { eventId } = fixture;
  const guests = Object.fromEntries(
    STANDINGS.map((standing, index) => [standing, fixture.guests[index]]),
  ) as StandingEvent["guests"];
  const now = Date.now();
  const run = (sql: string, ...values: unknown[]) => env.DB.prepare(sql).bind(...values);
  await env.DB.batch([
    run(
      "update events set event_date = ?, locale = ?, capacity = 50, waitlist = 1 where id = ?",
      now + eventIn,
      locale,
      eventId,
    ),
    ...Object.entries(RSVPS).map(([standing, { response, seat }]) =>
      run(
        `insert into rsvps (event_id, guest_id, id, response, plus_ones, heads, seat, waitlisted_at, offer_expires_at,
           user_agent, fingerprint, submitted_at, updated_at)
         values (?1, ?2, ?2, ?3, 0, iif(?3 = 'attending', 1, 0), ?4, iif(?4 = 'waitlisted', 1, null),
           iif(?4 = 'offered', ?5, null), '', '{}', ?6, ?6)`,
        eventId,
        guests[standing as Standing].id,
        response,
        seat,
        now + 6 * HOUR_MS,
        now,
      ),
    ),
    run(
      `insert into check_ins (event_id, guest_id, id, checked_in_at, recorded_at, checked_in_by, arrival_count, walk_in)
       values (?, ?, ?, 1, 1, ?, 1, 1)`,
      eventId,
      guests.walk_in.id,
      crypto.randomUUID(),
      host.id,
    ),
    ...[guests.not_invited.id, guests.walk_in.id].flatMap((id) => [
      run("update guests set invited_at = null where id = ?", id),
      run("delete from access_tokens where guest_id = ?", id),
    ]),
    ...stateStatements(state).map((sql) => run(sql, eventId)),
  ]);
  return { eventId, guests };
}

function stateStatements(state: ReplyState): string[] {
  switch (state) {
    case "open":
      return [];
    case "closed":
      return [`update events set rsvp_deadline = ${Date.now() - HOUR_MS} where id = ?`];
    case "full":
      return [`update events set capacity = ${HELD}, waitlist = 0 where id = ?`];
    case "over":
      return [`update events set event_date = ${Date.now() - 20 * HOUR_MS} where id = ?`];
    case "cancelled":
      return ["update events set cancelled_at = 1 where id = ?"];
  }
}
