import { toWire } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import type { RequestContext } from "../../request-context.ts";
import { recordAudit } from "../audit/record.ts";
import { sealAfterResponse } from "../audit/seal-records.ts";
import type { Member } from "../members/authorize-member.ts";
import { hasRole } from "../members/queries.ts";
import { livePartyOf } from "../monitor/live-party.ts";
import { publishLiveEvents } from "../monitor/publish-live-events.ts";
import { insertHostRevision, type LargeAnswer, lowerPlusOnes, mayLower, type Party } from "./answer-queries.ts";
import { withAtMost } from "./party.ts";

/**
 * The statements that lower an answer to the size of its party, with a revision and an audit record. They write nothing
 * when the answer or the caller's role changed since the read.
 * @param now epoch milliseconds
 */
export function lowerAnswer({ db }: RequestContext, member: Member, party: Party, large: LargeAnswer, now: number) {
  const guard = mayLower(hasRole(db, member), party, large);
  const { response, plusOnes } = large;
  const record = {
    eventId: party.eventId,
    actorId: member.userId,
    action: "rsvp.adjusted" as const,
    target: party.guestId,
    before: { response, plus_ones: plusOnes },
    after: { response, plus_ones: party.maxPlusOnes },
    at: now,
  };
  return [
    recordAudit(db, record, guard),
    insertHostRevision(db, party, now, guard),
    lowerPlusOnes(db, party, { companions: withAtMost(large.companions, party.maxPlusOnes), updatedAt: now }, guard),
  ] as const;
}

/** Call after the commit: seals the audit record and tells the monitors of the event, after the response. */
export function publishLowered(ctx: RequestContext, party: Party, large: LargeAnswer, now: number): void {
  const { id, guest, response, editCount } = large;
  const { maxPlusOnes: plusOnes } = party;
  const lowered = livePartyOf({ ...large, plusOnes, companions: withAtMost(large.companions, plusOnes) });
  const answer = { rsvp_id: id, response, ...lowered, edit_count: editCount };
  const event = { type: "rsvp.updated" as const, at: toWire(now), guest, ...answer };
  sealAfterResponse(ctx, party.eventId);
  ctx.defer(() => publishLiveEvents(ctx, [{ eventId: party.eventId, event }]));
}

/** 409 with the guest whom a smaller party hits. */
export function belowAnswer({ guest, plusOnes }: LargeAnswer, { maxPlusOnes }: Party): AppError {
  const guests = [{ ...guest, plus_ones: plusOnes, max_plus_ones: maxPlusOnes }];
  return new AppError("party_size_below_answers", { guests });
}
