import { env } from "cloudflare:workers";
import { HOUR_MS } from "../../src/kernel/clock.ts";
import { type ReplyState, STANDINGS, type Standing } from "../../src/kernel/rsvp.ts";
import type { Host } from "./account.ts";
import { type FixtureGuest, makeEventFixture } from "./event-fixture.ts";

/** An event with one guest of each standing, all with a link but `not_invited`. */
export interface StandingEvent {
  eventId: string;
  guests: Record<Standing, FixtureGuest>;
  /** Until when the seat of `offered` is held, epoch milliseconds. */
  offerExpiresAt: number;
}

/** Columns of an RSVP by standing. A standing that is not listed has none. */
const RSVPS: Partial<Record<Standing, { response: string; seat: string | null; heads: number }>> = {
  walk_in: { response: "attending", seat: "confirmed", heads: 1 },
  coming: { response: "attending", seat: "confirmed", heads: 1 },
  offered: { response: "attending", seat: "offered", heads: 1 },
  // A party of two, which gets no offer in the background while one seat is left.
  waitlisted: { response: "attending", seat: "waitlisted", heads: 2 },
  unseated: { response: "attending", seat: null, heads: 1 },
  maybe: { response: "maybe", seat: null, heads: 0 },
  declined: { response: "declined", seat: null, heads: 0 },
};

/** People with a confirmed or an offered seat. */
const HELD = 3;
/** Leaves one seat. */
const CAPACITY = HELD + 1;

/** Creates an event of a host with one guest of each standing. @param options.locale the language of the guests */
export async function makeStandingEvent(
  host: Host,
  { locale = null, eventIn = 20 * HOUR_MS }: { locale?: string | null; eventIn?: number } = {},
): Promise<StandingEvent> {
  const fixture = await makeEventFixture(host.id, STANDINGS.length, { name: "Gala" });
  const { eventId } = fixture;
  const guests = Object.fromEntries(
    STANDINGS.map((standing, index) => [standing, fixture.guests[index]]),
  ) as StandingEvent["guests"];
  const now = Date.now();
  const offerExpiresAt = now + 6 * HOUR_MS;
  const run = (sql: string, ...values: unknown[]) => env.DB.prepare(sql).bind(...values);
  await env.DB.batch([
    run("update events set event_date = ?, capacity = ?, waitlist = 1 where id = ?", now + eventIn, CAPACITY, eventId),
    run("update guests set locale = ? where event_id = ?", locale, eventId),
    ...Object.entries(RSVPS).map(([standing, { response, seat, heads }]) =>
      run(
        `insert into rsvps (event_id, guest_id, id, response, plus_ones, heads, seat, waitlisted_at, offer_expires_at,
           user_agent, fingerprint, submitted_at, updated_at)
         values (?1, ?2, ?2, ?3, max(?7 - 1, 0), ?7, ?4, iif(?4 = 'waitlisted', 1, null),
           iif(?4 = 'offered', ?5, null), '', '{}', ?6, ?6)`,
        eventId,
        guests[standing as Standing].id,
        response,
        seat,
        offerExpiresAt,
        now,
        heads,
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
    run("update guests set invited_at = null where id = ?", guests.not_invited.id),
    run("delete from access_tokens where guest_id = ?", guests.not_invited.id),
  ]);
  return { eventId, guests, offerExpiresAt };
}

/** Moves an event from any state for replies to another. */
export async function moveToState(eventId: string, state: ReplyState): Promise<void> {
  const now = Date.now();
  await env.DB.prepare(
    `update events set
       cancelled_at = iif(?1 = 'cancelled', ?2, null),
       event_date = iif(?1 = 'over', ?2 - ?3, iif(event_date < ?2, ?2 + ?3, event_date)),
       rsvp_deadline = iif(?1 = 'closed', ?2 - 1, null),
       capacity = iif(?1 = 'full', ?4, ?6),
       waitlist = ?1 <> 'full'
     where id = ?5`,
  )
    .bind(state, now, 20 * HOUR_MS, HELD, eventId, CAPACITY)
    .run();
}
