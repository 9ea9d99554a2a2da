import type { RequestContext } from "../../context.ts";
import { runBatch } from "../../db/batch.ts";
import { AppError, notFound } from "../../kernel/errors.ts";
import { eventWindow } from "../../kernel/event-window.ts";
import { actorOf } from "../../platform/audit/actor.ts";
import { recordAudit } from "../../platform/audit/record.ts";
import { sealAfterResponse } from "../../platform/audit/seal-records.ts";
import { authorizeMember, type EventCaller, type Member } from "../../platform/authorization/authorize-member.ts";
import { hasRole } from "../../platform/authorization/queries.ts";
import { eventFull } from "./event-full.ts";
import { makeOffer } from "./make-offer.ts";
import { findParty, mayBeOffered, type OfferToInsert, type Party } from "./queries.ts";

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
