import type { SQL } from "drizzle-orm";
import { and, eq, sql } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import { runBatch } from "../../db/batch.ts";
import { eventSeats, events } from "../../db/schema/events.ts";
import { rsvps } from "../../db/schema/rsvps.ts";
import { AppError, notFound } from "../../kernel/errors.ts";
import { eventWindow } from "../../kernel/event-window.ts";
import { actorOf } from "../../platform/audit/actions.ts";
import { recordAudit } from "../../platform/audit/record.ts";
import { sealAfterResponse } from "../../platform/audit/seal-records.ts";
import { authorizeMember, type EventCaller, type Member } from "../../platform/authorization/authorize-member.ts";
import { hasRole } from "../../platform/authorization/queries.ts";
import { makeOffer } from "./make-offer.ts";
import { eventFull, findParty, HELD, isAnswerOf, type OfferToInsert, type Party, SEATLESS } from "./seats.ts";

/** Attempts while guests take or free seats. */
const MAX_ATTEMPTS = 5;

/** A party that attends without a seat. */
type Seatless = Party & { heads: number };

/**
 * Offers a waiting party its seats before its turn, or one whose offer has run out again. With `force` also beyond the
 * capacity.
 * @throws AppError 404, 409 `not_waiting` for a guest who does not attend or has a seat, 409 `event_full` with what is
 *   left, 409 `event_cancelled` or `event_over`, 403 for a caller whose role was lowered meanwhile
 */
export async function offerOutOfTurn(
  ctx: RequestContext,
  caller: EventCaller,
  guestId: string,
  { force }: { force: boolean },
): Promise<OfferToInsert & { heads: number }> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    // After a write that did not happen this says why.
    const {
      member,
      party: [party],
    } = await authorizeMember(ctx, caller, { party: findParty(ctx.db, caller.eventId, guestId) });
    if (party === undefined) throw notFound();
    const made = await write(ctx, member, seatless(party, { force, now: ctx.clock.now() }), force);
    if (made !== null) return made;
  }
  throw new AppError("list_changed");
}

function seatless(party: Party, { force, now }: { force: boolean; now: number }): Seatless {
  const { response, seat, heads, capacity, held } = party;
  if (party.cancelledAt !== null) throw new AppError("event_cancelled");
  if (eventWindow(party).endsAt <= now) throw new AppError("event_over");
  if (response !== "attending" || heads === null || seat === "confirmed" || seat === "offered") {
    throw new AppError("not_waiting");
  }
  if (!force && capacity !== null && held + heads > capacity) throw eventFull({ capacity, held });
  return { ...party, heads };
}

/** One batch; null when the party, the seats or the caller's role changed since the read. */
async function write(ctx: RequestContext, member: Member, party: Seatless, force: boolean) {
  const { db, clock } = ctx;
  const { eventId } = member;
  const { heads, guest, seat } = party;
  const guard = mayBeOffered(hasRole(db, member), { eventId, guestId: guest.id, heads, seat }, force);
  const { offer, statements, publish } = makeOffer(ctx, eventId, party, { guard, offeredBy: member.userId });
  const record = {
    eventId,
    ...actorOf(member),
    action: "seat.offered" as const,
    target: guest.id,
    before: { seat: party.seat },
    after: { seat: "offered", heads, force },
    at: clock.now(),
  };
  const {
    offered: [offered],
  } = await runBatch(db, { audit: recordAudit(db, record, guard), ...statements });
  if (offered === undefined) return null;
  publish(offered.heads);
  sealAfterResponse(ctx, eventId);
  return { ...offer, heads: offered.heads };
}

/**
 * Condition of an offer out of turn: the caller has the role, the party is as large as it was read and has no seat, and
 * its heads are free unless the offer is forced.
 */
function mayBeOffered(
  roleCondition: SQL,
  { eventId, guestId, heads, seat }: { eventId: string; guestId: string; heads: number; seat: Party["seat"] },
  force: boolean,
): SQL {
  const isSeatless = sql`exists (select 1 from ${rsvps}
    where ${and(isAnswerOf(eventId, guestId), SEATLESS, eq(rsvps.heads, heads), sql`${rsvps.seat} is ${seat}`)})`;
  const isFull = sql`exists (select 1 from ${events} left join ${eventSeats} on ${eq(eventSeats.eventId, events.id)}
    where ${events.id} = ${eventId} and ${HELD} + ${heads} > ${events.capacity})`;
  return force ? sql`${roleCondition} and ${isSeatless}` : sql`${roleCondition} and ${isSeatless} and not ${isFull}`;
}
