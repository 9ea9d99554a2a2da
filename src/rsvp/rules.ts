import type { AnswerValues, Companion, rsvps } from "../db/schema/rsvps.ts";
import { withAtMost } from "../guests/party.ts";
import type { RsvpResponse } from "../kernel/rsvp.ts";
import { saidNo, saidYes } from "../kernel/standing.ts";

/** Edits of an RSVP. The database enforces it too: CHECK (edit_count BETWEEN 0 AND 5). */
export const MAX_EDITS = 5;

/** The RSVP of a guest for the party. */
export type Answer = Pick<typeof rsvps.$inferSelect, "response" | "plusOnes" | "companions" | "answers">;

/** A companion as a request has it: attending unless it says otherwise. */
export interface SentCompanion {
  name?: string | null | undefined;
  attending?: boolean | undefined;
  answers?: SentAnswers | undefined;
}

/** Answers of a request. Null deletes an answer. */
export type SentAnswers = Record<string, AnswerValues[string] | null>;

/** The RSVP fields of a request. Absent fields stay unchanged. */
export interface AnswerChanges {
  response?: RsvpResponse | undefined;
  plusOnes?: number | undefined;
  companions?: readonly SentCompanion[] | undefined;
  answers?: SentAnswers | undefined;
}

/** Counts before the first RSVP. */
const NOTHING: Omit<Answer, "response"> = { plusOnes: 0, companions: [], answers: {} };

export function firstAnswer(sent: AnswerChanges & { response: RsvpResponse }): Answer {
  return editedAnswer({ ...NOTHING, response: sent.response }, sent);
}

/**
 * Returns the RSVP after an edit; absent fields stay unchanged. A list of companions replaces the previous one. A
 * number without a list keeps the named companions: some of them no longer attend, or unnamed ones are added. A
 * declined RSVP has no companions, whatever the request contains.
 */
export function editedAnswer(before: Answer, changes: AnswerChanges): Answer {
  const response = changes.response ?? before.response;
  const answers = mergedAnswers(before.answers, changes.answers ?? {});
  if (saidNo(response)) return { response, plusOnes: 0, companions: [], answers };
  const given = changes.companions?.map(toCompanion);
  const companions = given ?? withAttending(before.companions, changes.plusOnes ?? before.plusOnes);
  const named = companions.length > 0 || given !== undefined ? attendingIn(companions) : null;
  return { response, plusOnes: named ?? changes.plusOnes ?? before.plusOnes, companions, answers };
}

/**
 * True if two RSVPs of a guest say the same, by response, people and answers. Unnamed companions without answers are
 * the same as their number.
 * @param asked the IDs of the questions that the guest can answer now
 */
export function isSameAnswer(before: Answer, after: Answer, asked: ReadonlySet<string>): boolean {
  const { response, plusOnes } = after;
  if (before.response !== response || before.plusOnes !== plusOnes) return false;
  return JSON.stringify(said(before, asked)) === JSON.stringify(said(after, asked));
}

/** The people of an RSVP and what they answered to the questions that are asked, in a form to compare. */
function said({ plusOnes, companions, answers }: Answer, asked: ReadonlySet<string>): unknown {
  const given = (values: AnswerValues) => {
    const current = Object.entries(values).filter(([id]) => asked.has(id));
    const sorted = current.map(([id, value]) => [id, Array.isArray(value) ? value.toSorted() : value]);
    return sorted.sort(([one], [other]) => (String(one) < String(other) ? -1 : 1));
  };
  const unnamed = Array.from({ length: plusOnes }, () => toCompanion({}));
  const people = companions.length === 0 ? unnamed : companions;
  return [given(answers), people.map(({ name, attending, answers: theirs }) => [name, attending, given(theirs)])];
}

/** How many of them attend. */
export function attendingIn(companions: readonly Companion[]): number {
  return companions.filter(({ attending }) => attending).length;
}

/** Returns the number of people of an RSVP, the guest included. 0 unless the response is `attending`. */
export function headsOf({ response, plusOnes }: Pick<Answer, "response" | "plusOnes">): number {
  return saidYes(response) ? 1 + plusOnes : 0;
}

/** The seat of an RSVP before an edit. */
export type Seated = Pick<typeof rsvps.$inferSelect, "response" | "seat" | "heads">;

/**
 * Returns the seat of an RSVP if it does not depend on other guests. Undefined if the write has to decide it. By seat: a
 * confirmed one is kept.
 * @param before the RSVP that is edited; null for the first one
 * @param heads the number of people in the new RSVP
 * @param capacity the event's, null for none
 */
export function seatWithoutQuery(
  before: Seated | null,
  heads: number,
  capacity: number | null,
): "confirmed" | null | undefined {
  if (heads === 0) return null;
  // Without a capacity everyone who attends has a seat, also a party that waited for one until then.
  if (capacity === null) return "confirmed";
  return before?.seat === "confirmed" && heads <= before.heads ? "confirmed" : undefined;
}

/** The columns of a seat that was known beforehand. */
export function seatedAs(seat: "confirmed" | null | undefined) {
  return { seat: seat ?? null, waitlistedAt: null, offerExpiresAt: null, waitlistPosition: null };
}

/** True if an edit frees seats or makes a waiting party smaller, so that a waitlisted party may fit. */
export function freesSeats(before: Seated, heads: number): boolean {
  return saidYes(before.response) && heads < before.heads;
}

/** True if an RSVP without room can join the waitlist, by seat: a first RSVP, or one without a seat. */
export function canJoinWaitlist(before: Seated | null, waitlist: boolean): boolean {
  return waitlist && (before === null || before.seat === null);
}

/**
 * Returns named companions with `plusOnes` attending: the last ones are set to not attending, or unnamed ones are
 * added.
 */
function withAttending(companions: Companion[], plusOnes: number): Companion[] {
  if (companions.length === 0) return companions;
  const kept = withAtMost(companions, plusOnes);
  const missing = plusOnes - attendingIn(kept);
  return [...kept, ...Array.from({ length: missing }, () => toCompanion({}))];
}

function toCompanion({ name = null, attending = true, answers = {} }: SentCompanion): Companion {
  return { name, attending, answers: mergedAnswers({}, answers) };
}

function mergedAnswers(before: AnswerValues, sent: SentAnswers): AnswerValues {
  const merged: AnswerValues = { ...before };
  for (const [id, value] of Object.entries(sent)) {
    if (value === null || value === "" || (Array.isArray(value) && value.length === 0)) delete merged[id];
    else merged[id] = value;
  }
  return merged;
}
