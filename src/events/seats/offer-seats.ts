import { aliasedTable, and, eq, gt, isNull, type SQL, sql } from "drizzle-orm";
import type { BusMessage } from "../../../proto/bus/messages.ts";
import type { RequestContext } from "../../context.ts";
import { runBatch } from "../../db/batch.ts";
import type { Database } from "../../db/client.ts";
import { eventSeats, events } from "../../db/schema/events.ts";
import { guests } from "../../db/schema/guests.ts";
import { rsvps } from "../../db/schema/rsvps.ts";
import { isWaitlisted } from "../../db/standing.ts";
import { log } from "../../kernel/log.ts";
import { publishLiveEvents } from "../../platform/activities/publish-live-events.ts";
import { busMessage, enqueue } from "../../platform/outbox/enqueue.ts";
import { confirmWaiting } from "./confirm-waiting.ts";
import { makeOffer } from "./make-offer.ts";
import { HELD, type Party, party } from "./seats.ts";

/** Largest party, as the schema has it. */
const LARGEST_PARTY = 20;

/** Offers of one message: each is a call of the database, and an invocation has a limited number. */
const MAX_OFFERS = 40;

/**
 * Offers free seats to one party after another: always to the longest-waiting party that fits. A party that does not
 * fit keeps its place. Idempotent. Safe to run concurrently for an event, because each offer is written only if it is
 * the party's turn. At an event without a capacity, confirms the seats instead.
 */
export async function offerSeats(
  ctx: RequestContext,
  { body: { event_id: eventId } }: Extract<BusMessage, { type: "seats.offer" }>,
): Promise<void> {
  const { db, clock } = ctx;
  const confirmed = await confirmWaiting(ctx, eventId, MAX_OFFERS);
  if (confirmed === MAX_OFFERS) return enqueueRemainingOffers(ctx, eventId);
  let next: Party | undefined = (await findNextParty(db, eventId, clock.now()))[0];
  for (let made = 0; next !== undefined; made++) {
    if (made === MAX_OFFERS) return enqueueRemainingOffers(ctx, eventId);
    next = await offerTo(ctx, eventId, next);
  }
}

/** @returns the party whose turn is next */
async function offerTo(ctx: RequestContext, eventId: string, party: Party): Promise<Party | undefined> {
  const { db, clock } = ctx;
  const { id: guestId } = party.guest;
  const now = clock.now();
  const guard = isNextInLine(eventId, guestId, now);
  const { offer, statements, mail, activity } = makeOffer(ctx, eventId, party, { guard });
  const outboxEntries = enqueue(ctx, [mail], guard);
  const {
    offered: [offered],
    next: [next],
  } = await runBatch(db, {
    mail: outboxEntries.statements,
    ...statements,
    next: findNextParty(db, eventId, now),
  });
  if (offered !== undefined) {
    log("info", "seat_offered", { event_id: eventId, guest_id: guestId, heads: offered.heads, until: offer.expiresAt });
    outboxEntries.publishAfterResponse(() => publishLiveEvents(ctx, [activity(offered.heads)]));
  }
  return next;
}

/** Enqueues another message for the remaining offers. */
async function enqueueRemainingOffers(ctx: RequestContext, eventId: string): Promise<void> {
  const rest = enqueue(ctx, [busMessage(ctx, "seats.offer", { event_id: eventId })]);
  await ctx.db.batch(rest.statements);
  rest.publishAfterResponse();
}

/** Reads the party whose turn it is. No row if no waiting party fits, or the event has started, is cancelled or deleted. */
function findNextParty(db: Database, eventId: string, now: number) {
  return db
    .select({ ...party })
    .from(rsvps)
    .innerJoin(guests, and(eq(guests.eventId, rsvps.eventId), eq(guests.id, rsvps.guestId)))
    .innerJoin(events, eq(events.id, rsvps.eventId))
    .leftJoin(eventSeats, eq(eventSeats.eventId, events.id))
    .where(and(eq(rsvps.eventId, eventId), eq(rsvps.guestId, nextInLine(eventId, now))))
    .limit(1);
}

/** Condition: it is still this party's turn. */
function isNextInLine(eventId: string, guestId: string, now: number): SQL {
  return sql`${guestId} = ${nextInLine(eventId, now)}`;
}

/**
 * SQL for the ID of the longest-waiting guest whose party fits, or null. Searches the waitlist once per party size that
 * fits, so that a long list costs as much as a short one.
 */
function nextInLine(eventId: string, now: number): SQL {
  const isOn = and(
    eq(events.id, eventId),
    isNull(events.deletedAt),
    isNull(events.cancelledAt),
    gt(events.eventDate, now),
  );
  const largest = sql.raw(String(LARGEST_PARTY));
  const most = sql`select min(${largest}, coalesce(${events.capacity} - ${HELD}, ${largest})) as most
    from ${events} left join ${eventSeats} on ${eq(eventSeats.eventId, events.id)} where ${isOn}`;
  const waiting = aliasedTable(rsvps, "waiting");
  const first = sql`select ${waiting.guestId} from ${rsvps} as ${waiting} where ${waiting.eventId} = ${eventId}
    and ${isWaitlisted(waiting)} and ${waiting.heads} = sizes.size order by ${waiting.waitlistedAt} limit 1`;
  return sql`(
    with recursive sizes (size, most) as (
      select 1, most from (${most}) where most >= 1 union all select size + 1, most from sizes where size < most)
    select firsts.guest_id from sizes cross join ${rsvps} as firsts
      on firsts.event_id = ${eventId} and firsts.guest_id = (${first})
    order by firsts.waitlisted_at limit 1)`;
}
