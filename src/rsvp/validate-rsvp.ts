import type { EventRow } from "../db/schema/events.ts";
import type { Question } from "../db/schema/questions.ts";
import type { rsvps } from "../db/schema/rsvps.ts";
import { dropUnaskedAnswers, missingAnswers, valueProblems } from "../events/questions/validate-question-answers.ts";
import { type DefaultParty, maxPlusOnes, type PartyLimit } from "../guests/party.ts";
import type { InvitationRow } from "../invitations/link-queries.ts";
import type { ErrorCode } from "../kernel/error-codes.ts";
import { AppError, type FieldProblem, invalidFields } from "../kernel/errors.ts";
import { eventWindow } from "../kernel/event-window.ts";
import { RESPONSES, type RsvpResponse } from "../kernel/rsvp.ts";
import { saidNo, saidYes } from "../kernel/standing.ts";
import type { RsvpPreconditions } from "./queries.ts";
import { type Answer, type AnswerChanges, attendingIn } from "./rules.ts";

/** The values of an invitation that RSVPs are validated against. */
interface RsvpRules {
  guest: PartyLimit;
  event: DefaultParty & { companionNames: CompanionNames };
  questions: { items: readonly Question[] } | null;
  rsvp: Answer | null;
}

/** Adds the values that close an invitation. */
interface GuestRsvpRules extends RsvpRules {
  event: AnswerWindow & RsvpRules["event"];
  checkedInAt: number | null;
}

/**
 * Validates an RSVP against the current invitation.
 * @param sent the fields of the request
 * @param answer the resulting RSVP
 * @param now epoch milliseconds
 * @returns the RSVP to store: without answers to questions that it is not asked
 * @throws AppError 409 `already_arrived`, `event_cancelled`, `event_over` or `rsvp_closed`, 400 with the invalid fields
 */
export function validateRsvp(invitation: GuestRsvpRules, sent: AnswerChanges, answer: Answer, now: number): Answer {
  const { event, checkedInAt } = invitation;
  if (checkedInAt !== null) throw new AppError("already_arrived");
  requireOpen(event, answer.response, now);
  return validateRsvpFields(invitation, sent, answer, "guest");
}

/**
 * The checks that hosts need, too. A host may name companions whatever the event asks of the guests, and may leave out
 * names and answers.
 */
export function validateRsvpFields(
  { guest, event, questions, rsvp }: RsvpRules,
  sent: AnswerChanges,
  answer: Answer,
  by: typeof rsvps.$inferSelect.answeredBy,
): Answer {
  const ofGuest = companionNamesFor(event.companionNames, guest.companions.length);
  const companionNames = by === "host" ? "optional" : ofGuest;
  const asked = questions?.items ?? [];
  const problems = [
    ...partyProblems({ maxPlusOnes: mostPlusOnes(guest, event, rsvp), companionNames }, sent, answer, rsvp),
    ...valueProblems(asked, sent, rsvp),
    ...(by === "host" ? [] : missingAnswers(asked, answer, companionNames !== "off")),
  ];
  if (problems.length > 0) throw invalidFields(withoutRepeats(problems));
  return dropUnaskedAnswers(asked, answer);
}

/**
 * Returns the values that the write of an RSVP compares or needs. If one has changed, the RSVP is validated again.
 * @param now the time of the write, epoch milliseconds
 * @throws AppError 409 as `requireOpen`
 */
export function rsvpPreconditions(
  { event, questions }: Pick<InvitationRow, "event" | "questions">,
  response: RsvpResponse,
  now: number,
): RsvpPreconditions {
  requireOpen(event, response, now);
  const { updatedAt: eventVersion, capacity, waitlist } = event;
  return { eventVersion, questionsVersion: questions?.version ?? 0, capacity, waitlist: Number(waitlist) };
}

/** Keeps the first problem of each path, so a wrong value is not reported as missing. */
function withoutRepeats(problems: FieldProblem[]): FieldProblem[] {
  return problems.filter(({ path }, index) => problems.findIndex((other) => other.path === path) === index);
}

/** The limits of an invitation's party. */
interface PartyTerms {
  maxPlusOnes: number;
  companionNames: CompanionNames;
}

/**
 * Returns how many plus-ones an RSVP may have: as many as its guest may bring, or as many as the stored RSVP has. It
 * has more after the event's default was lowered.
 */
export function mostPlusOnes(
  guest: PartyLimit,
  event: DefaultParty,
  stored: Pick<Answer, "plusOnes"> | null | undefined,
): number {
  return Math.max(maxPlusOnes(guest, event), stored?.plusOnes ?? 0);
}

/**
 * Returns the problems with the people of an RSVP.
 * @param sent the fields of the request
 * @param answer the resulting RSVP
 * @param before the stored RSVP: a list of its length stays valid if the party became smaller
 */
function partyProblems(
  { maxPlusOnes, companionNames }: PartyTerms,
  sent: AnswerChanges,
  answer: Answer,
  before: Answer | null,
): FieldProblem[] {
  const listed = sent.companions ?? [];
  if (listed.length > 0 && companionNames === "off") {
    return [{ path: "companions", message: "can't be sent: this event asks for a number only. Send `plus_ones`." }];
  }
  if (saidNo(answer.response)) return [];
  const attending = sent.companions && attendingIn(answer.companions);
  if (attending !== undefined && sent.plusOnes !== undefined && sent.plusOnes !== attending) {
    return [{ path: "plus_ones", message: "must be the number of `companions` who attend, or left out" }];
  }
  const path = sent.companions === undefined ? "plus_ones" : "companions";
  if (answer.plusOnes > maxPlusOnes) return [{ path, message: `must be at most ${maxPlusOnes} for this invitation` }];
  if (listed.length > Math.max(maxPlusOnes, before?.companions.length ?? 0)) {
    return [{ path, message: `must have at most ${maxPlusOnes} entries for this invitation` }];
  }
  return companionNames === "required" && saidYes(answer.response) ? missingNames(answer) : [];
}

function missingNames({ companions, plusOnes }: Answer): FieldProblem[] {
  if (companions.length === 0 && plusOnes > 0) {
    return [{ path: "companions", message: "is required: name everybody who comes with you" }];
  }
  return companions.flatMap(({ name, attending }, index) =>
    attending && name === null ? [{ path: `companions.${index}.name`, message: "is required" }] : [],
  );
}

export type CompanionNames = EventRow["companionNames"];

/** A guest whose companions the host has named can always answer for them by name. */
export function companionNamesFor(ofEvent: CompanionNames, knownCompanions: number): CompanionNames {
  return ofEvent === "off" && knownCompanions > 0 ? "optional" : ofEvent;
}

/** The values that decide until when an event accepts RSVPs. Epoch milliseconds. */
export type AnswerWindow = Pick<EventRow, "cancelledAt" | "eventDate" | "endTime" | "rsvpDeadline">;

/**
 * Returns the error if an event does not accept an RSVP now, else null. After the deadline guests can still decline.
 * The writes of an RSVP check this at their own time, and in SQL only that the event is unchanged.
 */
function refusalAt(event: AnswerWindow, response: RsvpResponse, now: number): ErrorCode | null {
  if (event.cancelledAt !== null) return "event_cancelled";
  if (now >= eventWindow(event).endsAt) return "event_over";
  const isLate = event.rsvpDeadline !== null && now >= event.rsvpDeadline;
  return isLate && !saidNo(response) ? "rsvp_closed" : null;
}

/** The responses that an event takes now. */
export function responsesAt(event: AnswerWindow, now: number): RsvpResponse[] {
  return RESPONSES.filter((response) => refusalAt(event, response, now) === null);
}

/** @throws AppError 409 `event_cancelled`, `event_over`, or `rsvp_closed` unless the answer is a no */
export function requireOpen(event: AnswerWindow, response: RsvpResponse, now: number): void {
  const refusal = refusalAt(event, response, now);
  if (refusal !== null) throw new AppError(refusal);
}
