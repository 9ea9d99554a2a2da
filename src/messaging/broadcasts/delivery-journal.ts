import { DurableObject } from "cloudflare:workers";
import type { messageDeliveries } from "../../db/schema/messages.ts";
import { DAY_MS, HOUR_MS, SECOND_MS } from "../../kernel/clock.ts";

/** A lease expires this long after its last extension: several heartbeats, so that a busy machine does not lose it. */
const LEASE_TTL_MS = 45 * SECOND_MS;
/** Longest wait before a stalled message is enqueued again. */
const MAX_REQUEUE_DELAY_MS = HOUR_MS;
/** The journal of a message that never finished is deleted after this time. */
const RETENTION_MS = 7 * DAY_MS;

/** The final response of a mail server or an SMS provider about one recipient. */
export type DeliveryResult = Pick<
  typeof messageDeliveries.$inferSelect,
  "guestId" | "reason" | "provider" | "providerMessageId"
> & {
  /** `suppressed`: the recipient has told the provider to stop. */
  status: "sent" | "failed" | "suppressed";
};

/** An attempt that is running. */
interface Lease {
  attemptId: string;
  /** Epoch milliseconds. */
  until: number;
}

/**
 * Number of times that the message was enqueued again without any result, and the time of the next (epoch
 * milliseconds).
 */
interface Requeues {
  count: number;
  nextAt: number;
}

// Keys of the storage.
const leaseKey = (batch: number) => `lease:${batch}`;
const RESULTS = "answer:";
const resultsOf = (batch: number) => `${RESULTS}${batch}:`;
const BUSY_UNTIL = "busy_until";
const REQUEUES = "requeues";

/**
 * Write-ahead journal of one message. Stores each result of a batch until the database has it. One D1 write per email
 * would be thousands of calls; one per hundred emails could lose a hundred results in a crash. So each result is
 * recorded here before the connection sends the next email, and the attempt after a crash starts with these results.
 * The object's single thread also grants each batch to one attempt at a time.
 *
 * D1 is the source of truth. If the journal is lost, the emails of the running batches are sent twice.
 */
export class DeliveryJournal extends DurableObject {
  /**
   * @returns results that earlier attempts recorded and did not persist, or null while another attempt owns the lease
   */
  async acquireLease(batch: number, attemptId: string): Promise<DeliveryResult[] | null> {
    const { storage } = this.ctx;
    const lease = storage.kv.get<Lease>(leaseKey(batch));
    if (lease !== undefined && lease.until > Date.now()) return null;
    this.#extend(batch, attemptId);
    if ((await storage.getAlarm()) === null) await storage.setAlarm(Date.now() + RETENTION_MS);
    return [...storage.kv.list<DeliveryResult>({ prefix: resultsOf(batch) })].map(([, result]) => result);
  }

  /** Records a result and extends the lease. @returns whether the attempt still holds it, as `heartbeat` */
  record(batch: number, attemptId: string, result: DeliveryResult): boolean {
    const { kv } = this.ctx.storage;
    kv.put(`${resultsOf(batch)}${result.guestId}`, result);
    kv.delete(REQUEUES);
    return this.heartbeat(batch, attemptId);
  }

  /** Extends the lease. @returns false when it expired and another attempt has it: then this attempt must stop */
  heartbeat(batch: number, attemptId: string): boolean {
    if (!this.#holdsLease(batch, attemptId)) return false;
    this.#extend(batch, attemptId);
    return true;
  }

  /**
   * Releases the lease of an attempt.
   * @param outcome `persisted`: the database has all results; `abandoned`: only the journal has them
   * @param nextAttemptAt when the queue retries the batch (epoch milliseconds): until then it is not stalled
   */
  release(batch: number, attemptId: string, outcome: "persisted" | "abandoned", nextAttemptAt = 0): void {
    const { kv } = this.ctx.storage;
    this.#stayBusyUntil(nextAttemptAt + LEASE_TTL_MS);
    if (!this.#holdsLease(batch, attemptId)) return;
    kv.delete(leaseKey(batch));
    if (outcome === "abandoned") return;
    for (const [key] of [...kv.list({ prefix: resultsOf(batch) })]) kv.delete(key);
  }

  /**
   * Returns until when the message need not be enqueued again, because an attempt is running or due. Each null doubles
   * the time to the next one, unless a result was recorded in between.
   * @returns epoch milliseconds; null if the message is stalled and has to be enqueued again
   */
  busyUntil(): number | null {
    const { kv } = this.ctx.storage;
    const now = Date.now();
    const { count, nextAt } = kv.get<Requeues>(REQUEUES) ?? { count: 0, nextAt: 0 };
    const until = Math.max(kv.get<number>(BUSY_UNTIL) ?? 0, nextAt);
    if (until > now) return until;
    const delay = Math.min(LEASE_TTL_MS * 2 ** count, MAX_REQUEUE_DELAY_MS);
    kv.put(REQUEUES, { count: count + 1, nextAt: now + delay } satisfies Requeues);
    return null;
  }

  /** Deletes the results of an erased guest. */
  eraseGuest(guestId: string): void {
    const { kv } = this.ctx.storage;
    for (const [key] of [...kv.list({ prefix: RESULTS })]) if (key.endsWith(`:${guestId}`)) kv.delete(key);
  }

  /** The message is finished, and everything about it is in the database. */
  async clear(): Promise<void> {
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
  }

  override async alarm(): Promise<void> {
    await this.ctx.storage.deleteAll();
  }

  #holdsLease(batch: number, attemptId: string): boolean {
    return this.ctx.storage.kv.get<Lease>(leaseKey(batch))?.attemptId === attemptId;
  }

  #extend(batch: number, attemptId: string): void {
    const until = Date.now() + LEASE_TTL_MS;
    this.ctx.storage.kv.put(leaseKey(batch), { attemptId, until } satisfies Lease);
    this.#stayBusyUntil(until);
  }

  #stayBusyUntil(moment: number): void {
    const { kv } = this.ctx.storage;
    if (moment > (kv.get<number>(BUSY_UNTIL) ?? 0)) kv.put(BUSY_UNTIL, moment);
  }
}
