import { aliasedTable, and, eq, gt, isNull, type SQL, sql } from "drizzle-orm";
import type { BusBody, BusMessage } from "../../../proto/bus/messages.ts";
import type { RequestContext } from "../../context.ts";
import { runBatch } from "../../db/batch.ts";
import type { Database } from "../../db/client.ts";
import { one } from "../../db/one.ts";
import { eventSeats, events } from "../../db/schema/events.ts";
import { guests } from "../../db/schema/guests.ts";
import { rsvps, type StopReason } from "../../db/schema/rsvps.ts";
import { isWaitlisted } from "../../db/standing.ts";
import { toIsoTime } from "../../kernel/clock.ts";
import { log } from "../../kernel/log.ts";
import { publishLiveEvents } from "../../platform/activities/publish-live-events.ts";
import { busMessage, enqueue } from "../../platform/outbox/enqueue.ts";
import { storeActivities } from "../../platform/outbox/store-activities.ts";
import { countForEvent } from "../../sending/budgets.ts";
import { confirmWaiting } from "./confirm-waiting.ts";
import { makeOffer } from "./make-offer.ts";
import {
  addressStop,
  endReasons,
  insertPassedOver,
  isOfferable,
  offersStop,
  stall,
  stopOf,
  wasPassedOver,
} from "./passed-over.ts";
import { HELD, party } from "./seats.ts";

/** Largest party, as the schema has it. */
const LARGEST_PARTY = 20;

/** Offers of one message: each is a call of the database, and an invocation has a limited number. */
const MAX_OFFERS = 40;

/**
 * Offers free seats to one party after another: always to the longest-waiting party that fits. A party that does not
 * fit keeps its place, and so does one that cannot be emailed: it is passed over until the reason ends. Idempotent. Safe
 * to run concurrently for an event, because each offer is written only if it is the party's turn. At an event without a
 * capacity, confirms the seats instead. A `silent` message emails nobody: it offers nothing, and confirms without an
 * email.
 * @param alert tells the event's members, before a party is passed over
 */
export async function offerSeats(
  ctx: RequestContext,
  { body }: Extract<BusMessage, { type: "seats.offer" }>,
  alert: (ctx: RequestContext, eventId: string) => Promise<void>,
): Promise<void> {
  const { db, clock } = ctx;
  const { event_id: eventId, silent: isSilent = false } = body;
  const confirmed = await confirmWaiting(ctx, eventId, { limit: MAX_OFFERS, isSilent });
  if (confirmed === MAX_OFFERS) return enqueueRemainingOffers(ctx, body);
  if (isSilent) return;
  const now = clock.now();
  const { first } = await runBatch(db, {
    ended: endReasons(db, eventId, now, isOn(eventId, now)),
    first: one(findNextParty(db, eventId, now)),
  });
  let next = first;
  for (let made = 0; next !== undefined; made++) {
    if (made === MAX_OFFERS) return enqueueRemainingOffers(ctx, body);
    if (next.addressStop === null && next.hostStop === null) {
      next = await offerTo(ctx, eventId, next);
      continue;
    }
    // Before the write, because a repeated message does not pass the party over again.
    await alert(ctx, eventId);
    next = await passOver(ctx, eventId, next);
  }
}

/** The party whose turn it is, and why it cannot be emailed. */
type NextParty = Awaited<ReturnType<typeof findNextParty>>[number];

/** @returns the party whose turn is next */
async function offerTo(ctx: RequestContext, eventId: string, party: NextParty): Promise<NextParty | undefined> {
  const { db, clock } = ctx;
  const { id: guestId } = party.guest;
  const now = clock.now();
  const { offer, statements, mail, activity, isQueued } = makeOffer(ctx, eventId, party, { isAutomatic: true });
  const outboxEntries = enqueue(ctx, [mail], isTurn(eventId, guestId, null, now));
  const { offered, next } = await runBatch(db, {
    mail: outboxEntries.statements,
    ...statements,
    counted: party.hasAddress && countForEvent(db, eventId, { kind: "recipients" }, now, isQueued),
    next: one(findNextParty(db, eventId, now)),
  });
  if (offered !== undefined) {
    log("info", "seat_offered", { event_id: eventId, guest_id: guestId, heads: offered.heads, until: offer.expiresAt });
    outboxEntries.publishAfterResponse(() => publishLiveEvents(ctx, [activity(offered.heads)]));
  }
  return next;
}

/**
 * Passes a party over that cannot be emailed. If the host may email nobody, only parties without an address are offered
 * seats until the Scheduler finds that the reason has ended.
 * @returns the party whose turn is next
 */
async function passOver(ctx: RequestContext, eventId: string, party: NextParty): Promise<NextParty | undefined> {
  const { db, clock } = ctx;
  const { guest, addressStop: ofAddress, hostStop } = party;
  const reason = ofAddress ?? hostStop;
  if (reason === null) return party;
  const now = clock.now();
  const guard = isTurn(eventId, guest.id, reason, now);
  const activities = storeActivities(ctx, eventId, [passedOverActivity(party, reason, now)], guard);
  const row = { eventId, guestId: guest.id, reason, at: now };
  const isStalling = ofAddress === null || ofAddress === "mailbox_limit";
  const { passed, next } = await runBatch(db, {
    activities: activities.statements,
    passed: one(insertPassedOver(db, row, guard)),
    stalled: isStalling && stall(db, eventId, ofAddress === null ? hostStop : null, now, wasPassedOver(row)),
    next: one(findNextParty(db, eventId, now)),
  });
  if (passed !== undefined) {
    log("info", "party_passed_over", { event_id: eventId, guest_id: guest.id, reason });
    activities.publishAfterResponse();
  }
  return next;
}

/** Enqueues another message for the remaining offers. */
async function enqueueRemainingOffers(ctx: RequestContext, body: BusBody<"seats.offer">): Promise<void> {
  const rest = enqueue(ctx, [busMessage(ctx, "seats.offer", body)]);
  await ctx.db.batch(rest.statements);
  rest.publishAfterResponse();
}

/**
 * Reads the party whose turn it is, and why it cannot be emailed. No row if no waiting party fits, or the event has
 * started, is cancelled or deleted.
 */
function findNextParty(db: Database, eventId: string, now: number) {
  const hasAddress = sql<boolean>`${guests.email} is not null`;
  return db
    .select({
      ...party,
      hasAddress: hasAddress.mapWith(Boolean).as("has_address"),
      addressStop: addressStop(eventId, now).as("address_stop"),
      hostStop: sql<StopReason | null>`iif(${hasAddress}, ${offersStop(eventId, now)}, null)`.as("host_stop"),
    })
    .from(rsvps)
    .innerJoin(guests, and(eq(guests.eventId, rsvps.eventId), eq(guests.id, rsvps.guestId)))
    .innerJoin(events, eq(events.id, rsvps.eventId))
    .leftJoin(eventSeats, eq(eventSeats.eventId, events.id))
    .where(and(eq(rsvps.eventId, eventId), eq(rsvps.guestId, nextInLine(eventId, now))))
    .limit(1);
}

/** Condition: it is still this party's turn, and this still keeps it from being emailed; null: nothing does. */
function isTurn(eventId: string, guestId: string, stop: StopReason | null, now: number): SQL {
  return sql`${guestId} = ${nextInLine(eventId, now)} and ${stopOf(eventId, guestId, now)} is ${stop}`;
}

/** Condition: the event takes place and has not started. */
function isOn(eventId: string, now: number): SQL {
  return sql`exists (select 1 from ${events} where ${isOpenTo(eventId, now)})`;
}

function isOpenTo(eventId: string, now: number) {
  return and(eq(events.id, eventId), isNull(events.deletedAt), isNull(events.cancelledAt), gt(events.eventDate, now));
}

/**
 * SQL for the ID of the longest-waiting guest whose party fits and may be offered seats, or null. Searches the waitlist
 * once per party size that fits, so that a long list costs as much as a short one.
 */
function nextInLine(eventId: string, now: number): SQL {
  const largest = sql.raw(String(LARGEST_PARTY));
  const most = sql`select min(${largest}, coalesce(${events.capacity} - ${HELD}, ${largest})) as most
    from ${events} left join ${eventSeats} on ${eq(eventSeats.eventId, events.id)} where ${isOpenTo(eventId, now)}`;
  const waiting = aliasedTable(rsvps, "waiting");
  const first = sql`select ${waiting.guestId} from ${rsvps} as ${waiting} where ${waiting.eventId} = ${eventId}
    and ${isWaitlisted(waiting)} and ${waiting.heads} = sizes.size and ${isOfferable(waiting)}
    order by ${waiting.waitlistedAt} limit 1`;
  return sql`(
    with recursive sizes (size, most) as (
      select 1, most from (${most}) where most >= 1 union all select size + 1, most from sizes where size < most)
    select firsts.guest_id from sizes cross join ${rsvps} as firsts
      on firsts.event_id = ${eventId} and firsts.guest_id = (${first})
    order by firsts.waitlisted_at limit 1)`;
}

/** The activity of a party that was passed over. */
function passedOverActivity({ guest, heads }: NextParty, reason: StopReason, now: number) {
  return { type: "waitlist.passed_over" as const, at: toIsoTime(now), guest, heads: heads ?? 0, reason };
}
