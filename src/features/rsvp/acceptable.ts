import { AppError, type FieldProblem, invalidFields } from "../../kernel/errors.ts";
import { maxPlusOnes } from "../guests/party.ts";
import type { OpenedInvitation } from "../invitations/open-invitation.ts";
import { missingAnswers, valueProblems, withoutUnasked } from "../questions/judge-answers.ts";
import { requireOpen } from "./answer-window.ts";
import { companionNamesFor, partyProblems } from "./party-problems.ts";
import type { JudgedBy } from "./queries.ts";
import type { Answer, AnswerChanges } from "./rules.ts";

/** What an invitation's answers are judged by. */
type Judging = Pick<OpenedInvitation, "guest" | "event" | "questions" | "rsvp" | "checkedInAt">;

/**
 * Judges an answer by what the invitation takes now.
 * @param sent what the request says
 * @param answer the answer that results
 * @param now epoch milliseconds
 * @returns the answer as it is to be stored: without values for questions that it is not asked
 * @throws AppError 409 `already_arrived`, `event_cancelled`, `event_over` or `rsvp_closed`, 400 naming what is wrong
 */
export function acceptable(invitation: Judging, sent: AnswerChanges, answer: Answer, now: number): Answer {
  const { event, checkedInAt } = invitation;
  if (checkedInAt !== null) throw new AppError("already_arrived");
  requireOpen(event, answer.response, now);
  return fitting(invitation, sent, answer);
}

/**
 * The part of it that holds for hosts, too.
 * @param requiresAnswers false where a host notes what a guest has said
 */
export function fitting(
  { guest, event, questions, rsvp }: Pick<Judging, "guest" | "event" | "questions" | "rsvp">,
  sent: AnswerChanges,
  answer: Answer,
  requiresAnswers = true,
): Answer {
  const known = guest.companions.length;
  const companionNames = companionNamesFor(event.companionNames, known);
  const terms = { maxPlusOnes: maxPlusOnes(guest), companionNames };
  const asked = questions?.items ?? [];
  const problems = [
    ...partyProblems(terms, sent, answer, rsvp?.companions.length),
    ...valueProblems(asked, sent, rsvp),
    ...(requiresAnswers ? missingAnswers(asked, answer, companionNames !== "off") : []),
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
