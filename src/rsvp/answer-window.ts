import type { ErrorCode } from "../kernel/error-codes.ts";
import { AppError } from "../kernel/errors.ts";
import { eventWindow } from "../kernel/event-window.ts";
import { RESPONSES, type RsvpResponse } from "../kernel/rsvp.ts";

/** What decides until when an event takes answers. Epoch milliseconds. */
export interface AnswerWindow {
  cancelledAt: number | null;
  eventDate: number;
  endTime: number | null;
  rsvpDeadline: number | null;
}

/**
 * Why an event does not take an answer now; null if it does. After the deadline guests can still say no. The writes of an
 * answer repeat it in SQL.
 */
export function refusalAt(event: AnswerWindow, response: RsvpResponse, now: number): ErrorCode | null {
  if (event.cancelledAt !== null) return "event_cancelled";
  if (now >= eventWindow(event).endsAt) return "event_over";
  const isLate = event.rsvpDeadline !== null && now >= event.rsvpDeadline;
  return isLate && response !== "declined" ? "rsvp_closed" : null;
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
