import { SECOND_MS } from "../kernel/clock.ts";
import { AppError } from "../kernel/errors.ts";
import type { Tier } from "../platform/tiers/limits.ts";
import { mayInviteAgainAt, SENDING_BUDGETS, type SenderRow, secondsUntilOutOfWindow } from "./budgets.ts";

/**
 * Rejects a request that would exceed its sender's limits. `maySend` repeats the rules in the write.
 * @param sender the row of `findSender`
 * @param recipients how many emails and text messages the request asks for; 0 is never rejected
 * @throws AppError 403 `email_unverified`, 403 `sending_paused`, 429 `sending_limit` with `retry_after`
 */
export function requireSender(sender: SenderRow | undefined, recipients: number, now: number): void {
  if (recipients === 0 || sender === undefined) return;
  requireMaySend(sender);
  if (senderStop(sender, recipients) === null) return;
  const { tier } = sender;
  const { recipients: sent, lost, since } = sender.counters;
  const isSpent = sent + recipients > SENDING_BUDGETS[tier].recipients;
  const details = { retry_after: since === null ? 1 : secondsUntilOutOfWindow(since, now), ...limitOf(tier, isSpent) };
  throw new AppError("sending_limit", details, isSpent ? spent(tier, sent) : tooManyLost(lost));
}

/** Returns why a sender may not send this many more emails and text messages, or null. */
export function senderStop(
  sender: SenderRow | undefined,
  recipients: number,
): "email_unverified" | "sending_paused" | "sending_limit" | null {
  if (sender === undefined) return null;
  if (!sender.isVerified) return "email_unverified";
  if (sender.isPaused) return "sending_paused";
  const { recipients: sent, lost } = sender.counters;
  const budget = SENDING_BUDGETS[sender.tier];
  return sent + recipients > budget.recipients || lost >= budget.lost ? "sending_limit" : null;
}

/**
 * The part of `requireSender` that is about the accounts: for messages, whose recipients are counted when they leave.
 */
export function requireMaySend(sender: SenderRow | undefined): void {
  if (sender === undefined) return;
  if (!sender.isVerified) throw new AppError("email_unverified");
  if (sender.isPaused) throw new AppError("sending_paused");
}

/** @throws AppError 429 `recipient_limit`: an address is invited to an event once an hour and five times a day */
export function requirePause(recent: readonly number[], now: number): void {
  const again = mayInviteAgainAt(recent, now);
  if (again === null) return;
  const retryAfter = Math.max(1, Math.ceil((again - now) / SECOND_MS));
  const message = `This address is invited to an event once an hour and five times a day. Try again in ${retryAfter} s.`;
  throw new AppError("recipient_limit", { retry_after: retryAfter }, message);
}

function limitOf(tier: Tier, isSpent: boolean) {
  const { recipients, lost } = SENDING_BUDGETS[tier];
  return { tier, limit: isSpent ? recipients : lost };
}

function spent(tier: Tier, sent: number): string {
  const { recipients } = SENDING_BUDGETS[tier];
  return `Your plan sends ${recipients} emails and texts in 24 hours, and ${sent} are used. Send the rest later, or make links without email: \`notify: false\`.`;
}

function tooManyLost(lost: number): string {
  return `${lost} addresses bounced, or were deleted or replaced after they were mailed, in 24 hours. Check the guest list and send the rest later, or make links without mail: \`notify: false\`.`;
}
