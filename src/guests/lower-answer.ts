import type { SQL } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import type { Companion } from "../db/schema/rsvps.ts";
import { toWire } from "../kernel/clock.ts";
import { AppError } from "../kernel/errors.ts";
import type { LiveEvent } from "../platform/activities/live-event.ts";
import { actorOf } from "../platform/audit/actor.ts";
import { recordAudit } from "../platform/audit/record.ts";
import type { Member } from "../platform/authorization/authorize-member.ts";
import { insertHostRevision, type LargeAnswer, lowerPlusOnes, mayLower, type Party } from "./answer-queries.ts";
import { livePartyOf } from "./live-party.ts";
import { withAtMost } from "./party.ts";

/**
 * The statements that lower an answer to the size of its party, with a revision and an audit record. They write nothing
 * when the answer or the caller's role changed since the read.
 * @param now epoch milliseconds
 * @param role the condition that the caller still has the role, and whatever else the change depends on
 */
export function lowerAnswer(
  { db }: RequestContext,
  member: Member,
  party: Party,
  large: LargeAnswer,
  now: number,
  role: SQL,
) {
  const guard = mayLower(role, party, large);
  const { response, plusOnes } = large;
  const record = {
    eventId: party.eventId,
    ...actorOf(member),
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

/** An answer as it was read, and what it was lowered to. */
export interface Lowered {
  answer: Omit<LargeAnswer, "capacity">;
  maxPlusOnes: number;
  companions: Companion[];
}

/** The activities of lowered answers. @param now epoch milliseconds */
export function answersLowered(lowered: readonly Lowered[], now: number): LiveEvent[] {
  return lowered.map(({ answer, maxPlusOnes: plusOnes, companions }) => {
    const { id, guest, response, editCount } = answer;
    const party = livePartyOf({ ...answer, plusOnes, companions });
    const event = { type: "rsvp.updated" as const, at: toWire(now), guest, rsvp_id: id, response, ...party };
    return { ...event, edit_count: editCount };
  });
}

/** 409 with the guests whom a smaller party hits. */
export function belowAnswers(lowered: readonly Pick<Lowered, "answer" | "maxPlusOnes">[]): AppError {
  const guests = lowered.map(({ answer: { guest, plusOnes }, maxPlusOnes }) => ({
    ...guest,
    plus_ones: plusOnes,
    max_plus_ones: maxPlusOnes,
  }));
  return new AppError("party_size_below_answers", { guests });
}
