import type { EventRow } from "../db/schema/events.ts";
import { eventWindow } from "../kernel/event-window.ts";
import type { UnsentReason } from "../kernel/unsent-reasons.ts";
import type { SuppressionReason } from "../platform/mail/purposes.ts";
import { mayInviteAgainAt } from "../sending/budgets.ts";

/** Why a guest is not emailed the link. */
export const NOT_MAILED_REASONS = [
  "not_requested",
  "no_address",
  "event_cancelled",
  "event_over",
  "already_mailed",
  "too_soon",
  "unsubscribed",
  "bounced",
  "complained",
  "mailbox_limit",
] as const satisfies readonly UnsentReason[];

export type NotMailedReason = (typeof NOT_MAILED_REASONS)[number];

/** The reasons that are about the address, and last until its owner or the host changes something. */
export const SUPPRESSIONS = ["unsubscribed", "bounced", "complained"] as const satisfies readonly SuppressionReason[];

export function isSuppression(reason: NotMailedReason | null): boolean {
  return SUPPRESSIONS.some((known) => known === reason);
}

/** Whether a request emails a guest the link. */
export interface MailDecision {
  notified: boolean;
  /** Null when the guest is emailed. */
  reason: NotMailedReason | null;
  /** Time from which the guest can be emailed again, epoch milliseconds. Null if time is not the reason. */
  notifyAfter: number | null;
}

/** Facts about an event that decide whether guests are invited. Times in epoch milliseconds. */
export type InvitedEvent = Pick<EventRow, "eventDate" | "endTime" | "cancelledAt">;

/** A guest as the decision sees it. */
export interface Mailable {
  email: string | null;
  suppression: SuppressionReason | null;
  /** Time at which the last email to this address was requested, epoch milliseconds. */
  mailedAt: number | null;
  deliveryStatus: string | null;
  /** Times of the invitations to the guest in the last day, epoch milliseconds. */
  recent: readonly number[];
  /** Whether the host has sent this mailbox the emails of an hour. */
  isMailboxFull: boolean;
}

/**
 * Decides whether a guest is emailed: one invitation of an event per hour and five per day, over all requests. An email
 * that the recipient's server rejected, or that was never sent, does not count. For an event that is cancelled or over, the link is not emailed. A later request can email it.
 */
export function decideMail(event: InvitedEvent, guest: Mailable, notify: boolean, now: number): MailDecision {
  if (!notify) return notMailed("not_requested");
  if (guest.email === null) return notMailed("no_address");
  if (event.cancelledAt !== null) return notMailed("event_cancelled");
  if (eventWindow(event).endsAt <= now) return notMailed("event_over");
  if (guest.suppression !== null) return notMailed(guest.suppression);
  const isUnsent = guest.deliveryStatus === "failed" || guest.deliveryStatus === "suppressed";
  const { mailedAt, recent } = guest;
  // A queued email is not among the sent ones yet.
  const isQueued = mailedAt !== null && !isUnsent && recent.every((at) => at < mailedAt);
  const notifyAfter = mayInviteAgainAt(isQueued ? [...recent, mailedAt] : recent, now);
  if (notifyAfter !== null) return { notified: false, reason: "too_soon", notifyAfter };
  return guest.isMailboxFull ? notMailed("mailbox_limit") : MAILED;
}

const MAILED: MailDecision = { notified: true, reason: null, notifyAfter: null };

export function notMailed(reason: NotMailedReason): MailDecision {
  return { notified: false, reason, notifyAfter: null };
}
