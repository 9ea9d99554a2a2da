import { AppError, invalidFields } from "../../kernel/errors.ts";
import { maxPlusOnes } from "../guests/party.ts";
import type { OpenedInvitation } from "../invitations/open-invitation.ts";
import { requireOpen } from "./answer-window.ts";
import { companionNamesFor, partyProblems } from "./party-problems.ts";
import type { Answer, AnswerChanges } from "./rules.ts";

/** What an invitation's answers are judged by. */
type Judging = Pick<OpenedInvitation, "guest" | "event" | "rsvp" | "checkedInAt">;

/**
 * Refuses an answer that the invitation does not take.
 * @param sent what the request says
 * @param answer the answer that results
 * @param now epoch milliseconds
 * @throws AppError 409 `already_arrived`, `event_cancelled`, `event_over` or `rsvp_closed`, 400 naming what is wrong
 */
export function requireAcceptable(invitation: Judging, sent: AnswerChanges, answer: Answer, now: number): void {
  const { guest, event, rsvp, checkedInAt } = invitation;
  if (checkedInAt !== null) throw new AppError("already_arrived");
  requireOpen(event, answer.response, now);
  const known = guest.companions.length;
  const terms = {
    maxPlusOnes: maxPlusOnes(guest),
    companionNames: companionNamesFor(event.companionNames, known),
  };
  const problems = partyProblems(terms, sent, answer, rsvp?.companions.length);
  if (problems.length > 0) throw invalidFields(problems);
}
