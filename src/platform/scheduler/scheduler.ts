import { DurableObject } from "cloudflare:workers";
import type { Bindings } from "../../env.ts";
import { fireDue } from "../../features/broadcasts/fire-due.ts";
import { resumeSending } from "../../features/broadcasts/resume-sending.ts";
import { aggregateAccessLogs } from "../../features/privacy/aggregate-access-logs.ts";
import { deleteExpired } from "../../features/privacy/delete-expired.ts";
import { purgeClosedEvents } from "../../features/privacy/purge-closed-events.ts";
import { createRequestContext, type RequestContext } from "../../request-context.ts";
import { publishFlags } from "../flags/publish-flags.ts";
import { deleteExpiredKeys } from "../idempotency/delete-expired-keys.ts";
import { relayOutbox } from "../outbox/relay.ts";
import { onShard } from "../shards/on-shard.ts";

/** Where an object keeps the number of its database; the first one's keeps nothing. */
const DATABASE = "database";

/** How often the service looks for what is due, at the latest. */
const POLL_MS = 30_000;

/** Does what is to be done from time to time. */
type Task = (ctx: RequestContext) => Promise<unknown>;

/** What people wait for comes first; each tells when it is to be asked again. */
const TIMED: readonly ((ctx: RequestContext) => Promise<number | null>)[] = [fireDue, resumeSending];
const TASKS: readonly Task[] = [
  relayOutbox,
  publishFlags,
  deleteExpiredKeys,
  deleteExpired,
  purgeClosedEvents,
  aggregateAccessLogs,
];

/**
 * The clockwork of one database, of which it does what is due; there is no other clock in the service. Its alarm re-arms before it works, and lets no failure out: the platform gives up on
 * an alarm that throws six times.
 */
export class Scheduler extends DurableObject<Bindings> {
  /**
   * Makes sure that an alarm is set for this moment or before.
   * @param database the number of the database that it looks after
   */
  async arm(at: number, database = 0): Promise<void> {
    if (database !== 0 && this.#database() === 0) this.ctx.storage.kv.put(DATABASE, database);
    const wanted = Math.max(at, Date.now());
    const set = await this.ctx.storage.getAlarm();
    if (set === null || set > wanted) await this.ctx.storage.setAlarm(wanted);
  }

  override async alarm(): Promise<void> {
    await this.ctx.storage.setAlarm(Date.now() + POLL_MS);
    const database = this.#database();
    const everywhere = createRequestContext(this.env, (work) => this.ctx.waitUntil(work()));
    const ctx = onShard(everywhere, database);
    // Its database is not bound any more: an alarm that nobody set would come for ever.
    if (ctx.shard !== database) return this.ctx.storage.deleteAlarm();
    for (const task of TIMED) {
      const next = await attempt(task, ctx);
      if (typeof next === "number") await this.arm(next, database);
    }
    for (const task of TASKS) await attempt(task, ctx);
  }

  #database(): number {
    return this.ctx.storage.kv.get<number>(DATABASE) ?? 0;
  }
}

async function attempt<T>(task: (ctx: RequestContext) => Promise<T>, ctx: RequestContext): Promise<T | undefined> {
  try {
    return await task(ctx);
  } catch (error) {
    const name = error instanceof Error ? error.name : "unknown";
    console.error(JSON.stringify({ msg: "scheduler_failed", task: task.name, error: name }));
    return undefined;
  }
}
