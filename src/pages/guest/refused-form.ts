import { STATUS_OF } from "../../http/problem-document.ts";
import type { TextId } from "../../i18n/texts.ts";
import { AppError, type FieldProblem } from "../../kernel/errors.ts";
import type { RefusedForm } from "./answer-section.tsx";

/** Errors after which the invitation is shown again, with what to say; null if the invitation itself says it. */
const MESSAGES = new Map<string, TextId | null>([
  ["already_arrived", null],
  ["edit_limit_reached", null],
  ["event_cancelled", "guest.not-saved-cancelled"],
  ["event_over", null],
  ["foreign_device", null],
  ["no_offer", "guest.no-offer"],
  ["no_rsvp", "guest.no-reply-yet"],
  ["offer_expired", "guest.offer-expired"],
  ["rsvp_changed", "guest.changed-elsewhere"],
  ["rsvp_closed", "guest.not-saved-closed"],
  ["rsvp_exists", "guest.already-replied"],
  ["validation_failed", null],
]);

/**
 * Returns what the invitation page shows after its form was rejected. Null if the device may not see the invitation, or
 * if the error is not about the form.
 */
export function refusedForm(error: unknown, fields: Record<string, unknown>): RefusedForm | null {
  if (!(error instanceof AppError)) return null;
  const message = error.code === "event_full" ? fullMessage(error) : messageOf(error);
  if (message === undefined) return null;
  const { errors: problems = [] } = error.details as { errors?: FieldProblem[] };
  const problem = { error: error.code, detail: error.message, errors: problems };
  return { status: STATUS_OF[error.kind], message, problem, fields };
}

function messageOf({ code }: AppError): RefusedForm["message"] | undefined {
  const id = MESSAGES.get(code);
  return id === undefined ? undefined : id === null ? null : { id };
}

function fullMessage({ details }: AppError): RefusedForm["message"] {
  const left = Number(details.left);
  return left > 0 ? { id: "guest.room-for", values: { count: left } } : { id: "guest.not-saved-full" };
}
