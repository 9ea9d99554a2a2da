import { env } from "cloudflare:workers";
import { vi } from "vitest";
import { runScheduler } from "../support/broadcast.ts";
import { settled } from "./queued-work.ts";

const SECOND_MS = 1_000;

/**
 * A clock that the test moves. All code of the Worker, its consumers and its Durable Objects reads it, because they
 * share the test's isolate. Between two moves it runs as usual.
 */
export class MovingClock {
  readonly #realNow = Date.now.bind(Date);
  #offset = 0;

  constructor(start: string) {
    this.#offset = Date.parse(start) - this.#realNow();
    vi.spyOn(Date, "now").mockImplementation(() => this.now());
  }

  now(): number {
    return this.#realNow() + this.#offset;
  }

  /**
   * Moves to a time. On the way it stops at each time at which the Scheduler has work, runs it, and waits until all
   * queued work is done.
   * @param time RFC 3339 with an offset
   * @param onStop called at each stop and at the end
   */
  async moveTo(time: string, onStop: () => Promise<void>): Promise<void> {
    const until = Date.parse(time);
    for (let next = await nextDue(); next !== null && next < until; next = await nextDue()) {
      this.#set(Math.max(next + SECOND_MS, this.now()));
      await this.#run();
      await onStop();
    }
    this.#set(until);
    await this.#run();
    await onStop();
  }

  /** Moves to a time without a run of the Scheduler; not back. @param time epoch milliseconds */
  waitsUntil(time: number): void {
    this.#offset += Math.max(0, time - this.now());
  }

  #set(time: number): void {
    if (time < this.now() - SECOND_MS) throw new Error(`${new Date(time).toISOString()} is in the past of this life`);
    this.#offset = time - this.#realNow();
  }

  async #run(): Promise<void> {
    await runScheduler();
    await settled();
  }
}

/** Returns the next time at which the Scheduler sends a message, ends an offer or alerts a host, in epoch milliseconds. */
async function nextDue(): Promise<number | null> {
  const now = Date.now();
  const row = await env.DB.prepare(
    `select min(at) as at from (
       select min(send_at) as at from messages where status = 'scheduled'
       union all select min(offer_expires_at) from rsvps where seat = 'offered'
       union all select min(due_at) from alert_rounds
     ) where at > ?1 or exists (select 1 from messages where status = 'scheduled' and send_at <= ?1)`,
  )
    .bind(now)
    .first<{ at: number | null }>();
  return row?.at ?? null;
}
