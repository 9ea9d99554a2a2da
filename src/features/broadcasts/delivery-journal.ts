import { DurableObject } from "cloudflare:workers";
import { DAY_MS } from "../../kernel/clock.ts";
import { type Answer, MAX_SILENCE_MS, SILENCE_MS } from "./lease.ts";

/** What a message that never came to its end leaves behind is forgotten after this time. */
const KEPT_MS = 7 * DAY_MS;

/** A try at a batch, under way. */
interface Lease {
  run: string;
  /** Epoch milliseconds. */
  until: number;
}

/** Until then somebody is at work, or due to be. */
const BUSY_UNTIL = "busy_until";
/** How often the message was handed over again without anything coming of it, and when it may be once more. */
const HAND_OVERS = "hand_overs";

interface HandOvers {
  count: number;
  /** Epoch milliseconds. */
  nextAt: number;
}

const leaseKey = (batch: number) => `lease:${batch}`;
const ANSWERS = "answer:";
const answersOf = (batch: number) => `${ANSWERS}${batch}:`;

/**
 * What happened while one message is being sent, recipient by recipient, until the database has it. A note for each
 * mail would cost the database thousands of calls, a hundred in one call would lose a hundred when the program dies:
 * so each is noted here before the next one leaves. Whoever takes up a batch that another has dropped reads first what
 * was answered already. The one thread also sees to it that only one works on a batch.
 *
 * The truth is in the database. If all of this were lost, those mails would be sent twice whose batch was under way.
 */
export class DeliveryJournal extends DurableObject {
  /**
   * Takes up a batch.
   * @param run names this try
   * @returns the answers that an earlier try had and could not bring home, or null while another try is alive
   */
  async begin(batch: number, run: string): Promise<Answer[] | null> {
    const { storage } = this.ctx;
    const lease = storage.kv.get<Lease>(leaseKey(batch));
    if (lease !== undefined && lease.until > Date.now()) return null;
    this.#extend(batch, run);
    if ((await storage.getAlarm()) === null) await storage.setAlarm(Date.now() + KEPT_MS);
    return [...storage.kv.list<Answer>({ prefix: answersOf(batch) })].map(([, answer]) => answer);
  }

  /** Keeps an answer. @returns whether the try may go on: not when it was taken for dead and another has begun */
  note(batch: number, run: string, answer: Answer): boolean {
    const { kv } = this.ctx.storage;
    kv.put(`${answersOf(batch)}${answer.guestId}`, answer);
    kv.delete(HAND_OVERS);
    return this.beat(batch, run);
  }

  /** The try is alive. @returns whether it may go on, as with `note` */
  beat(batch: number, run: string): boolean {
    if (this.ctx.storage.kv.get<Lease>(leaseKey(batch))?.run !== run) return false;
    this.#extend(batch, run);
    return true;
  }

  /**
   * Ends a try.
   * @param outcome `noted`: the database has all answers; `dropped`: they are still here alone
   * @param nextTryAt when the batch is taken up again, in epoch milliseconds: until then silence means nothing
   */
  end(batch: number, run: string, outcome: "noted" | "dropped", nextTryAt = 0): void {
    const { kv } = this.ctx.storage;
    this.#stayBusyUntil(nextTryAt + SILENCE_MS);
    if (kv.get<Lease>(leaseKey(batch))?.run !== run) return;
    kv.delete(leaseKey(batch));
    if (outcome === "dropped") return;
    for (const [key] of [...kv.list({ prefix: answersOf(batch) })]) kv.delete(key);
  }

  /**
   * Asked for a message that is not at its end: whether nobody works on it, so that what is open of it must be handed
   * over again. Each time that nothing came of it, the next yes takes twice as long.
   * @returns the moment to ask again (epoch milliseconds), null for yes
   */
  busyUntil(): number | null {
    const { kv } = this.ctx.storage;
    const now = Date.now();
    const { count, nextAt } = kv.get<HandOvers>(HAND_OVERS) ?? { count: 0, nextAt: 0 };
    const until = Math.max(kv.get<number>(BUSY_UNTIL) ?? 0, nextAt);
    if (until > now) return until;
    const wait = Math.min(SILENCE_MS * 2 ** count, MAX_SILENCE_MS);
    kv.put(HAND_OVERS, { count: count + 1, nextAt: now + wait } satisfies HandOvers);
    return null;
  }

  /** Drops what was answered for a guest who was erased. */
  forgetGuest(guestId: string): void {
    const { kv } = this.ctx.storage;
    for (const [key] of [...kv.list({ prefix: ANSWERS })]) if (key.endsWith(`:${guestId}`)) kv.delete(key);
  }

  /** The message is at its end, and everything of it in the database. */
  async forget(): Promise<void> {
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
  }

  override async alarm(): Promise<void> {
    await this.ctx.storage.deleteAll();
  }

  #extend(batch: number, run: string): void {
    const until = Date.now() + SILENCE_MS;
    this.ctx.storage.kv.put(leaseKey(batch), { run, until } satisfies Lease);
    this.#stayBusyUntil(until);
  }

  #stayBusyUntil(moment: number): void {
    const { kv } = this.ctx.storage;
    if (moment > (kv.get<number>(BUSY_UNTIL) ?? 0)) kv.put(BUSY_UNTIL, moment);
  }
}
