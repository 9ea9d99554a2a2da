import { DurableObject } from "cloudflare:workers";
import { log } from "../../kernel/log.ts";

/** Storage key of the object's shard number. The object of shard 0 stores none. */
const SHARD = "database";

/** Maximum time between two runs. */
const POLL_MS = 30_000;

/** Returns when it has to run again (epoch milliseconds), null when nothing is planned. */
export type TimedTask<Context> = (ctx: Context) => Promise<number | null>;
/** Runs with every alarm. */
export type PeriodicTask<Context> = (ctx: Context) => Promise<unknown>;

/**
 * Runs the recurring tasks of one shard: an alarm that goes off every 30 s at the latest. It sets the next alarm before
 * it works and lets no error out, because the platform gives up on an alarm that throws six times. Which tasks there
 * are, in which order, and on what they run is the subclass's affair.
 */
export abstract class TaskScheduler<Env, Context> extends DurableObject<Env> {
  protected abstract readonly timed: readonly TimedTask<Context>[];
  protected abstract readonly periodic: readonly PeriodicTask<Context>[];

  /** @returns null when the shard is not bound any more */
  protected abstract contextOf(shard: number): Context | null;

  /**
   * Makes sure that an alarm is set for this moment (epoch milliseconds) or earlier.
   * @param shard whose tasks this object runs
   */
  async arm(at: number, shard = 0): Promise<void> {
    if (shard !== 0 && this.#shard() === 0) this.ctx.storage.kv.put(SHARD, shard);
    const next = Math.max(at, Date.now());
    const current = await this.ctx.storage.getAlarm();
    if (current === null || current > next) await this.ctx.storage.setAlarm(next);
  }

  override async alarm(): Promise<void> {
    await this.ctx.storage.setAlarm(Date.now() + POLL_MS);
    const shard = this.#shard();
    const context = this.contextOf(shard);
    // Without its shard, the object would run for nothing forever.
    if (context === null) return this.ctx.storage.deleteAlarm();
    for (const task of this.timed) {
      const next = await run(task, context, shard);
      if (typeof next === "number") await this.arm(next, shard);
    }
    for (const task of this.periodic) await run(task, context, shard);
  }

  #shard(): number {
    return this.ctx.storage.kv.get<number>(SHARD) ?? 0;
  }
}

async function run<Context, T>(
  task: (ctx: Context) => Promise<T>,
  ctx: Context,
  shard: number,
): Promise<T | undefined> {
  try {
    return await task(ctx);
  } catch (error) {
    log("error", "scheduler_failed", { task: task.name, shard }, error);
    return undefined;
  }
}
