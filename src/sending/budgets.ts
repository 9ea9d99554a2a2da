import type { sendingHours } from "../db/schema/sending.ts";
import { DAY_MS, HOUR_MS, SECOND_MS } from "../kernel/clock.ts";
import type { Tier } from "../platform/tiers/limits.ts";

/** The sending limits of an account in 24 hours, by the tier of the event's host. */
export interface SendingBudget {
  /**
   * Emails and text messages: invitations, collaborator invites, reminders and broadcasts. Each recipient counts once.
   */
  recipients: number;
  /** Addresses that bounced, or were deleted or replaced after an email. At this number, sending stops. */
  lost: number;
}

/** Several times the daily need of a tier's largest event, and too few for spam to pay off. */
export const SENDING_BUDGETS: Record<Tier, SendingBudget> = {
  free: { recipients: 200, lost: 20 },
  pro: { recipients: 5_000, lost: 200 },
  business: { recipients: 50_000, lost: 1_000 },
};

/** The counters are by hour, and a budget is for the hour that runs and the 23 before it. */
export const WINDOW_HOURS = 24;

/** Between two invitations of one event to one address… */
export const INVITATION_PAUSE_MS = HOUR_MS;
/** …and the maximum per day. */
export const INVITATIONS_A_DAY = 5;

/** Confirmations to one address in an hour, of all events: each edit of an RSVP sends one. */
export const CONFIRMATIONS_AN_HOUR = 10;

/** Returns the number of the hour that contains a time (epoch milliseconds). */
export function hourOf(at: number): number {
  return Math.floor(at / HOUR_MS);
}

/** Seconds until the counters of an hour leave the window. */
export function secondsUntilOutOfWindow(hour: number, now: number): number {
  return Math.max(1, Math.ceil(((hour + WINDOW_HOURS) * HOUR_MS - now) / SECOND_MS));
}

/** The sending counters of an account in the window, with bounces and complaints. */
export type SendingRecord = Pick<typeof sendingHours.$inferSelect, "recipients" | "bounced" | "complained">;

/** More than one bounce in 20 pauses an account… */
const BOUNCE_SHARE = 20;
/** …but a handful of mistyped addresses on a short list does not. */
export const MIN_BOUNCES = 10;
/** One complaint in 200 pauses an account… */
const COMPLAINT_SHARE = 200;
/** …but with fewer emails than this it takes two, because one complaint may be a mistake. */
const FEW_MAILS = 50;

/**
 * Returns why an account has to stop sending, or null. Harmful emails of one host reduce the deliverability of all
 * hosts.
 */
export function pauseReason({ recipients, bounced, complained }: SendingRecord): "bounces" | "complaints" | null {
  const minComplaints = recipients < FEW_MAILS ? 2 : 1;
  if (complained >= minComplaints && complained * COMPLAINT_SHARE >= recipients) return "complaints";
  return bounced >= MIN_BOUNCES && bounced * BOUNCE_SHARE > recipients ? "bounces" : null;
}

/**
 * When an address may be invited to an event again, or null for now.
 * @param recent the times of invitations in the last day, epoch milliseconds, in any order
 */
export function mayInviteAgainAt(recent: readonly number[], now: number): number | null {
  const times = recent.filter((at) => at > now - DAY_MS).sort((a, b) => b - a);
  const afterPause = (times[0] ?? 0) + INVITATION_PAUSE_MS;
  const fifth = times[INVITATIONS_A_DAY - 1];
  const afterDay = fifth === undefined ? 0 : fifth + DAY_MS;
  const at = Math.max(afterPause, afterDay);
  return at > now ? at : null;
}
