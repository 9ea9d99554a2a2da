import type { Answer } from "./lease.ts";
import type { Settled } from "./queries.ts";
import { type Outcome, waitOf } from "./send-in-lanes.ts";

/** How a try leaves the recipients of its batch. */
export class Findings {
  readonly #settled = new Map<string, Settled>();
  /** The longest wait that a server asked for, in seconds. */
  waitSeconds = 0;
  /** Another run took this one for dead, or the journal is gone: it has to stop, and others will finish it. */
  isLost = false;

  /** Somebody is not written to. */
  withhold(guestId: string, status: Settled["status"], reason: string): void {
    this.#settled.set(guestId, { guestId, status, reason, provider: null, providerMessageId: null, attempts: 0 });
  }

  /** A server has said something for good. */
  answer(answer: Answer, provider: string | null): void {
    this.#settled.set(answer.guestId, { ...answer, provider, attempts: 1 });
  }

  /** A server has not taken it; it comes again. */
  postpone(guestId: string, outcome: Extract<Outcome, { status: "retry" }>, provider: string): void {
    const { reason } = outcome;
    this.#settled.set(guestId, {
      guestId,
      status: "pending",
      reason,
      provider,
      providerMessageId: null,
      attempts: 1,
    });
    this.waitSeconds = Math.max(this.waitSeconds, waitOf(outcome) ?? 0);
  }

  has(guestId: string): boolean {
    return this.#settled.has(guestId);
  }

  /** Whether none of these is left to be written to. */
  isCompleteFor(recipients: readonly { guestId: string }[]): boolean {
    return recipients.every(({ guestId }) => (this.#settled.get(guestId)?.status ?? "pending") !== "pending");
  }

  all(): Settled[] {
    return [...this.#settled.values()];
  }
}

/** What a server said for good about somebody. */
export function answerOf(guestId: string, outcome: Exclude<Outcome, { status: "retry" }>): Answer {
  return outcome.status === "sent"
    ? { guestId, status: "sent", reason: null, providerMessageId: outcome.providerMessageId }
    : { guestId, status: "failed", reason: outcome.reason, providerMessageId: null };
}
