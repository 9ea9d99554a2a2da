import type { Companion } from "../db/schema/rsvps.ts";
import { toWire } from "../kernel/clock.ts";
import { AppError } from "../kernel/errors.ts";
import type { LiveEvent } from "../platform/activities/live-event.ts";
import type { LargeAnswer } from "./answer-queries.ts";
import { livePartyOf } from "./live-party.ts";

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
