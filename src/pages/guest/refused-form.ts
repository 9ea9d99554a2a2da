import { STATUS_OF } from "../../http/statuses.ts";
import { AppError, type FieldProblem } from "../../kernel/errors.ts";
import { messageFor } from "../problem-page.tsx";
import type { RefusedForm } from "./answer-section.tsx";

/** Errors after which the invitation is shown again, with what to say; empty where the invitation itself says it. */
const MESSAGES = new Map([
  ["already_arrived", ""],
  ["edit_limit_reached", ""],
  ["event_cancelled", "Your reply wasn't saved, because the event has been cancelled."],
  ["event_over", ""],
  ["foreign_device", ""],
  ["no_offer", "There's no place on offer for you right now."],
  ["no_rsvp", "There's no reply to change yet. Please reply first."],
  ["offer_expired", "The time to take the place has passed."],
  ["rsvp_changed", "Your RSVP was changed somewhere else at the same time. Please check it and send it again."],
  ["rsvp_closed", "Your reply wasn't saved, because RSVPs are closed."],
  ["rsvp_exists", "You've already replied. You can change your RSVP below."],
  ["validation_failed", ""],
]);

/**
 * What to show with the invitation after its form was refused; null for an error that does not let the device see the
 * invitation, or is not about the form.
 */
export function refusedForm(error: unknown, fields: Record<string, unknown>): RefusedForm | null {
  if (!(error instanceof AppError)) return null;
  const message = error.code === "event_full" ? fullMessage(error) : MESSAGES.get(error.code);
  if (message === undefined) return null;
  const { errors: problems = [] } = error.details as { errors?: FieldProblem[] };
  const detail = messageFor({ error: error.code, detail: error.message, errors: problems });
  return { status: STATUS_OF[error.kind], message: message || null, detail, fields, problems };
}

function fullMessage({ details }: AppError): string {
  const left = Number(details.left);
  if (!(left > 0)) return "Sorry, the event is full. Your reply wasn't saved.";
  return `There's only room for ${left} more ${left === 1 ? "person" : "people"}. Please change who's coming, and send it again.`;
}
