import type { BusMessage } from "../../../proto/bus/messages.ts";
import { SECOND_MS } from "../../kernel/clock.ts";
import { log } from "../../kernel/log.ts";
import type { RequestContext } from "../../request-context.ts";
import type { DeliveryResult, Journal } from "./delivery-journal.ts";
import type { Batch, DeliveryUpdate } from "./delivery-queries.ts";

/** How often a running attempt extends its lease, which expires after 45 s. */
const HEARTBEAT_MS = 10 * SECOND_MS;

/** The queue message that asks for one batch. */
export type DeliverMessage = Extract<BusMessage, { type: "message.deliver" }>;

/** One attempt at a batch; no other runs at the same time. */
export interface Attempt {
  batch: Batch;
  attemptId: string;
  journal: Journal;
  /** For the log. */
  ids: { message_id: string; batch: number };
  /** Begins with what earlier attempts recorded and did not persist. */
  results: DeliveryResults;
}

/**
 * Runs an attempt at a batch under a lease, which heartbeats extend for as long as the work lasts.
 * @param work releases the lease when it is done; when it throws, the lease is released as abandoned
 * @returns false when another attempt holds the lease
 * @throws whatever the work throws; results that it recorded stay in the journal for the next attempt
 */
export async function acquireLease(
  { journals }: Pick<RequestContext, "journals">,
  { body }: DeliverMessage,
  work: (attempt: Attempt) => Promise<void>,
): Promise<boolean> {
  const { event_id: eventId, message_id: messageId, batch: number } = body;
  const batch = { eventId, messageId, number, fromGuest: body.from_guest, beforeGuest: body.before_guest };
  const ids = { message_id: messageId, batch: number };
  const journal = journals.of(messageId);
  const attemptId = crypto.randomUUID();
  const recorded = await journal.acquireLease(number, attemptId);
  if (recorded === null) return false;
  const heartbeat = () =>
    journal.heartbeat(number, attemptId).catch((error: unknown) => log("warn", "batch_heartbeat_failed", ids, error));
  const timer = setInterval(() => void heartbeat(), HEARTBEAT_MS);
  try {
    await work({ batch, attemptId, journal, ids, results: new DeliveryResults(recorded) });
    return true;
  } catch (error) {
    await journal.release(number, attemptId, "abandoned").catch((cause: unknown) => {
      log("warn", "batch_release_failed", ids, cause);
    });
    throw error;
  } finally {
    clearInterval(timer);
  }
}

/** What an attempt has found out about the recipients of its batch. */
export class DeliveryResults {
  readonly #updates = new Map<string, DeliveryUpdate>();
  /** The longest wait that a server asked for, in seconds. */
  retryAfterSeconds = 0;
  /** The lease expired and another attempt has it, or the journal cannot be reached: this attempt has to stop. */
  leaseLost = false;

  constructor(recorded: readonly DeliveryResult[]) {
    for (const result of recorded) this.add(result);
  }

  /** A server's final answer. */
  add(result: DeliveryResult): void {
    this.#updates.set(result.guestId, { ...result, attempts: 1 });
  }

  /** A recipient to whom nothing is sent. */
  skip(guestId: string, status: DeliveryUpdate["status"], reason: string): void {
    this.#updates.set(guestId, { guestId, status, reason, provider: null, providerMessageId: null, attempts: 0 });
  }

  /** A recipient whom a later attempt tries again. */
  postpone(guestId: string, reason: string, provider: string, retryAfterSeconds = 0): void {
    this.#updates.set(guestId, {
      guestId,
      status: "pending",
      reason,
      provider,
      providerMessageId: null,
      attempts: 1,
    });
    this.retryAfterSeconds = Math.max(this.retryAfterSeconds, retryAfterSeconds);
  }

  has(guestId: string): boolean {
    return this.#updates.has(guestId);
  }

  /** Whether each of these recipients has a final result. */
  isCompleteFor(recipients: readonly { guestId: string }[]): boolean {
    return recipients.every(({ guestId }) => (this.#updates.get(guestId)?.status ?? "pending") !== "pending");
  }

  all(): DeliveryUpdate[] {
    return [...this.#updates.values()];
  }
}
