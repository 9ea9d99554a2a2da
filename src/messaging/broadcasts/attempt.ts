import type { BusMessage } from "../../../proto/bus/messages.ts";
import type { RequestContext } from "../../context.ts";
import { type Clock, MINUTE_MS, SECOND_MS } from "../../kernel/clock.ts";
import { log } from "../../kernel/log.ts";
import type { UnsentReason } from "../../kernel/unsent-reasons.ts";
import { withRetry } from "../../kernel/with-retry.ts";
import type { ObjectCalls } from "../../platform/objects/timed-objects.ts";
import type { Addressed, Channel, Connection, SendOutcome } from "./channel.ts";
import type { DeliveryJournal, DeliveryResult } from "./delivery-journal.ts";
import type { Batch, DeliveryUpdate, Recipient } from "./delivery-queries.ts";
import { journalOf } from "./journals.ts";

/** Interval at which a running attempt extends its lease, which expires after 45 s. */
const HEARTBEAT_MS = 10 * SECOND_MS;

/**
 * A queue consumer may run for fifteen minutes. Recipients who are not reached in this time come with the next attempt.
 */
const MAX_SENDING_MS = 10 * MINUTE_MS;
/** A provider that asks for a wait up to this long sets the pace; a longer one is for another attempt… */
const MAX_PACE_SECONDS = 30;
/** …and so is a message that has waited this long: twenty connections may share two emails per second. */
const MAX_PACED_MS = 2 * MINUTE_MS;

/** The queue message that asks for one batch. */
export type DeliverMessage = Extract<BusMessage, { type: "message.deliver" }>;

/** One attempt at a recipient batch, while no other attempt runs. */
export interface Attempt {
  batch: Batch;
  attemptId: string;
  journal: ObjectCalls<DeliveryJournal>;
  /** For the log. */
  ids: { message_id: string; batch: number };
  /** Starts with the results that earlier attempts recorded and did not persist. */
  results: DeliveryResults;
}

/**
 * Runs an attempt at a batch under a lease. Heartbeats extend the lease while the work lasts.
 * @param work releases the lease when it is done; if it throws, the lease is released as abandoned
 * @returns false if another attempt owns the lease
 * @throws errors of the work; results that it recorded stay in the journal for the next attempt
 */
export async function acquireLease(
  ctx: Pick<RequestContext, "shared">,
  { body }: DeliverMessage,
  work: (attempt: Attempt) => Promise<void>,
): Promise<boolean> {
  const { event_id: eventId, message_id: messageId, batch: number } = body;
  const batch = { eventId, messageId, number, fromGuest: body.from_guest, beforeGuest: body.before_guest };
  const ids = { message_id: messageId, batch: number };
  const journal = journalOf(ctx, messageId);
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

/** Returns a guest as a recipient of the current message; undefined if the message does not suit the guest any more. */
type Addressee = (guestId: string) => Promise<Addressed | undefined>;

/**
 * Sends, and records each result before the next message leaves over its connection. @returns the recipients who got it
 */
export async function sendAll(
  { clock }: { clock: Clock },
  { batch, attemptId, journal, ids, results }: Attempt,
  channel: Channel,
  guestIds: readonly string[],
  addressee: Addressee,
): Promise<Recipient[]> {
  const deadline = clock.now() + MAX_SENDING_MS;
  const sent: Recipient[] = [];
  let stopped = false;
  const tasks = guestIds.map((guestId) =>
    channel.run(async (connection) => {
      if (stopped || clock.now() > deadline) return;
      const attempted = await sendAtPace(clock, connection, () => addressee(guestId), deadline);
      if (attempted === undefined) return;
      const { recipient, outcome } = attempted;
      if (outcome.status === "retry") {
        results.postpone(guestId, outcome.reason, channel.provider, outcome.retryAfterSeconds);
        // A server that asks for a long wait does so for every email.
        stopped ||= retryAfterOf(outcome) !== undefined;
        return;
      }
      if (outcome.status === "sent") sent.push(recipient);
      const result = resultOf(guestId, channel.provider, outcome);
      results.add(result);
      const holdsLease = await withRetry(() => journal.record(batch.number, attemptId, result), ids).catch((error) => {
        log("error", "delivery_not_recorded", ids, error);
        return false;
      });
      results.leaseLost ||= !holdsLease;
      stopped ||= !holdsLease;
    }),
  );
  for (const task of await Promise.allSettled(tasks)) if (task.status === "rejected") throw task.reason;
  return sent;
}

/**
 * Sends to one recipient. Waits out a short `Retry-After` here, which does not count as an attempt.
 * @param deadline epoch milliseconds
 * @returns undefined if the message does not suit the guest any more
 */
async function sendAtPace(
  clock: Clock,
  connection: Connection,
  addressee: () => ReturnType<Addressee>,
  deadline: number,
): Promise<{ recipient: Recipient; outcome: SendOutcome } | undefined> {
  const waitsUntil = Math.min(clock.now() + MAX_PACED_MS, deadline);
  for (;;) {
    const to = await addressee();
    if (to === undefined) return undefined;
    const { recipient } = to;
    const outcome = await connection.send(to);
    const seconds = retryAfterOf(outcome);
    if (seconds === undefined || seconds > MAX_PACE_SECONDS) return { recipient, outcome };
    // Up to a quarter longer, so that the connections do not all retry together.
    const pauseMs = seconds * SECOND_MS * (1 + Math.random() / 4);
    if (clock.now() + pauseMs > waitsUntil) return { recipient, outcome };
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/** Returns the seconds of a server's `Retry-After`; undefined without one. */
function retryAfterOf(outcome: SendOutcome): number | undefined {
  return outcome.status === "retry" ? outcome.retryAfterSeconds : undefined;
}

/** A final outcome as the journal records it. */
function resultOf(
  guestId: string,
  provider: string,
  outcome: Exclude<SendOutcome, { status: "retry" }>,
): DeliveryResult {
  if (outcome.status === "sent") {
    return { guestId, status: "sent", reason: null, provider, providerMessageId: outcome.providerMessageId };
  }
  const refused = { guestId, provider, providerMessageId: null };
  return "hasOptedOut" in outcome
    ? { ...refused, status: "suppressed", reason: "unsubscribed" }
    : { ...refused, status: "failed", reason: outcome.reason };
}

/** The results of an attempt for the recipients of its batch. */
export class DeliveryResults {
  readonly #updates = new Map<string, DeliveryUpdate>();
  /** The longest wait that a server requested, in seconds. */
  retryAfterSeconds = 0;
  /** Stop: the lease expired and another attempt owns it, or the journal cannot be reached. */
  leaseLost = false;

  constructor(recorded: readonly DeliveryResult[]) {
    for (const result of recorded) this.add(result);
  }

  /** Adds a server's final response. */
  add(result: DeliveryResult): void {
    this.#updates.set(result.guestId, { ...result, attempts: 1 });
  }

  /** A recipient to whom nothing is sent. */
  skip(guestId: string, status: DeliveryUpdate["status"], reason: UnsentReason): void {
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
