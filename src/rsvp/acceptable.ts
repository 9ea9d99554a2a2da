import type { Question } from "../db/schema/questions.ts";
import { missingAnswers, valueProblems, withoutUnasked } from "../events/questions/judge-answers.ts";
import { maxPlusOnes, type PartyLimit } from "../guests/party.ts";
import { AppError, type FieldProblem, invalidFields } from "../kernel/errors.ts";
import { type AnswerWindow, requireOpen } from "./answer-window.ts";
import { type CompanionNames, companionNamesFor, partyProblems } from "./party-problems.ts";
import type { JudgedBy } from "./queries.ts";
import type { Answer, AnswerChanges } from "./rules.ts";

/** What the answers of an invitation are judged by. */
interface Judging {
  guest: PartyLimit;
  event: { companionNames: CompanionNames; capacity: number | null; waitlist: boolean };
  questions: { items: readonly Question[]; version: number } | null;
  rsvp: Answer | null;
}

/** The same, with what closes an invitation. */
interface Closing extends Judging {
  event: AnswerWindow & Judging["event"];
  checkedInAt: number | null;
}

/**
 * Judges an answer by what the invitation takes now.
 * @param sent what the request says
 * @param answer the answer that results
 * @param now epoch milliseconds
 * @returns the answer as it is to be stored: without values for questions that it is not asked
 * @throws AppError 409 `already_arrived`, `event_cancelled`, `event_over` or `rsvp_closed`, 400 naming what is wrong
 */
export function acceptable(invitation: Closing, sent: AnswerChanges, answer: Answer, now: number): Answer {
  const { event, checkedInAt } = invitation;
  if (checkedInAt !== null) throw new AppError("already_arrived");
  requireOpen(event, answer.response, now);
  return fitting(invitation, sent, answer, "guest");
}

/**
 * The part of it that holds for hosts, too, who note what they know: a host may name companions whatever the event asks of
 * the guests, and leave out names and answers.
 */
export function fitting(
  { guest, event, questions, rsvp }: Judging,
  sent: AnswerChanges,
  answer: Answer,
  by: "guest" | "host",
): Answer {
  const ofGuest = companionNamesFor(event.companionNames, guest.companions.length);
  const companionNames = by === "host" ? "optional" : ofGuest;
  const asked = questions?.items ?? [];
  const problems = [
    ...partyProblems({ maxPlusOnes: maxPlusOnes(guest), companionNames }, sent, answer, rsvp?.companions.length),
    ...valueProblems(asked, sent, rsvp),
    ...(by === "host" ? [] : missingAnswers(asked, answer, companionNames !== "off")),
  ];
  if (problems.length > 0) throw invalidFields(withoutRepeats(problems));
  return withoutUnasked(asked, answer);
}

/** What the write of an answer repeats, so that it is judged again when it has changed. */
export function judgedByOf({ event, questions }: Pick<Judging, "event" | "questions">): JudgedBy {
  const { companionNames, capacity, waitlist } = event;
  return { companionNames, capacity, waitlist: Number(waitlist), questionsVersion: questions?.version ?? 0 };
}

/** One problem for a path: a wrong value is not missing as well. */
function withoutRepeats(problems: FieldProblem[]): FieldProblem[] {
  return problems.filter(({ path }, index) => problems.findIndex((other) => other.path === path) === index);
}
