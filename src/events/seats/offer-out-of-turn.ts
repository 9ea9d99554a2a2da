import { and, eq, gt, type SQL, sql } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import { one } from "../../db/one.ts";
import { eventSeats, events } from "../../db/schema/events.ts";
import { type GuestKey, rsvps } from "../../db/schema/rsvps.ts";
import { AppError, notFound } from "../../kernel/errors.ts";
import { eventWindow } from "../../kernel/event-window.ts";
import { isSeatless } from "../../kernel/standing.ts";
import { LIVE_EVENTS } from "../../platform/activities/publish-live-events.ts";
import { authorizeMember, type EventCaller } from "../../platform/authorization/authorize-member.ts";
import { commit, LostRace, retried } from "../../platform/commit/commit.ts";
import { pending } from "../../platform/flush-after-response/flush-after-response.ts";
import { type Notified, notifyGuest, notifyReads, reserveOne } from "../../sending/notify.ts";
import { withdrawIfOver } from "./expire-offers.ts";
import { makeOffer } from "./make-offer.ts";
import { eventFull, findParty, HELD, isAnswerOf, type OfferToInsert, type Party } from "./seats.ts";

/** Attempts while guests take or free seats. */
const MAX_ATTEMPTS = 5;

/** A party that attends without a seat. */
type Seatless = Party & { heads: number };

/**
 * Offers a waiting party its seats before its turn, or repeats an expired offer. `force` allows more people than the
 * capacity. The seats are held whether the guest is emailed or not.
 * @throws AppError 404, 409 `not_waiting` for a guest who does not attend or has a seat, 409 `event_full` with the
 * seats left, 409 `event_cancelled`, `event_started` or `event_over`, 409 `list_changed`, 403 if the caller's role was lowered during
 * the request
 */
export const offerOutOfTurn = retried(
  async (
    ctx: RequestContext,
    caller: EventCaller,
    guestId: string,
    { force }: { force: boolean },
  ): Promise<OfferToInsert & { heads: number } & Notified> => {
    const { db, clock } = ctx;
    const { eventId } = caller;
    const { member, party, ...sending } = await authorizeMember(ctx, caller, {
      party: one(findParty(db, eventId, guestId)),
      ...notifyReads(db, { eventId, guestId }, caller.session.userId, clock.now()),
    });
    if (party === undefined) throw notFound();
    if (await withdrawIfOver(ctx, { eventId, guestId, ...party })) throw new LostRace("list_changed");
    const now = clock.now();
    const { seat, heads } = seatless(party, { force, now });
    const notice = notifyGuest(caller.session, sending);
    const reserved = reserveOne(db, member, sending, notice, now);
    const offered = makeOffer(ctx, eventId, party, { offeredBy: member.userId });
    const { offer, statements } = offered;
    await commit(ctx, {
      by: member,
      guard: [
        isPartyAsRead({ eventId, guestId, heads, seat }),
        isAhead(eventId, now),
        !force && hasRoom(eventId, heads),
        ...reserved.guard,
      ],
      changes: { ...statements, counted: reserved.changes },
      audit: {
        action: "seat.offered",
        target: guestId,
        before: { seat },
        after: { seat: "offered", heads, force },
      },
      ...announced(offered, heads, notice),
      at: now,
      lost: "list_changed",
    });
    return { ...offer, ...notice, heads };
  },
  MAX_ATTEMPTS,
);

/** The email and the activity of an offer. The relay recovers the activity from the email's message, if there is one. */
function announced({ mail, activity }: ReturnType<typeof makeOffer>, heads: number, { notified }: Notified) {
  const happened = activity(heads);
  if (!notified) return { activities: [happened.event] };
  return { messages: [mail], effects: [pending(LIVE_EVENTS, happened)] };
}

function seatless(party: Party, { force, now }: { force: boolean; now: number }): Seatless {
  const { heads, capacity, held } = party;
  if (party.cancelledAt !== null) throw new AppError("event_cancelled");
  if (eventWindow(party).endsAt <= now) throw new AppError("event_over");
  if (party.eventDate <= now) throw new AppError("event_started");
  if (heads === null || !isSeatless(party)) throw new AppError("not_waiting");
  if (!force && capacity !== null && held + heads > capacity) throw eventFull({ capacity, held });
  return { ...party, heads };
}

/**
 * Condition: the party has the size and the seat that were read. By seat, because the write changes it. An RSVP that no
 * longer attends has no size.
 */
function isPartyAsRead({ eventId, guestId, heads, seat }: GuestKey & Pick<Seatless, "heads" | "seat">): SQL {
  return sql`exists (select 1 from ${rsvps}
    where ${and(isAnswerOf(eventId, guestId), eq(rsvps.heads, heads), sql`${rsvps.seat} is ${seat}`)})`;
}

/** Condition: the event has not started. */
function isAhead(eventId: string, now: number): SQL {
  return sql`exists (select 1 from ${events} where ${and(eq(events.id, eventId), gt(events.eventDate, now))})`;
}

/** Condition: the event has seats left for this many people. */
function hasRoom(eventId: string, heads: number): SQL {
  return sql`not exists (select 1 from ${events} left join ${eventSeats} on ${eq(eventSeats.eventId, events.id)}
    where ${events.id} = ${eventId} and ${HELD} + ${heads} > ${events.capacity})`;
}
