import type { RequestContext } from "../../context.ts";
import { DAY_MS, HOUR_MS, SECOND_MS, toIsoTime } from "../../kernel/clock.ts";
import { log } from "../../kernel/log.ts";

/** The largest size of a D1 database: beyond it, writes fail for every host of the shard. */
export const MAX_DATABASE_BYTES = 10_000_000_000;

/** The percentage of the largest size above which the Scheduler logs an error. */
const ALERT_PERCENT = 70;

/** Prefix of the KV keys of the databases' sizes, by the number of the shard. */
export const DATABASE_SIZE_PREFIX = "database-size:";

/** A size that is older is of a database that is not bound any more. */
const KEPT_SECONDS = (2 * DAY_MS) / SECOND_MS;

/** Returns the size of a database in bytes. */
export async function readDatabaseSize(binding: Pick<D1Database, "prepare">): Promise<number> {
  const { meta } = await binding.prepare("select 1").run();
  return meta.size_after;
}

/** The share of the largest size, in percent with one decimal. */
export function percentUsed(bytes: number): number {
  return Math.round((bytes / MAX_DATABASE_BYTES) * 1_000) / 10;
}

/** When an isolate measured each database last, in epoch milliseconds, by the number of the shard. */
const createMeasured = () => new Map<number, number>();

/**
 * Measures the database of a shard once an hour: stores the size for `npm run ops -- health`, and logs an error above
 * 70 % of the largest size.
 */
export async function measureDatabase(ctx: RequestContext): Promise<void> {
  const { shard, clock, kv } = ctx;
  const measured = ctx.shared(createMeasured);
  const now = clock.now();
  const binding = ctx.shardBindings[shard];
  if (binding === undefined || now - (measured.get(shard) ?? 0) < HOUR_MS) return;
  measured.set(shard, now);
  const bytes = await readDatabaseSize(binding);
  const percent = percentUsed(bytes);
  if (percent > ALERT_PERCENT) log("error", "database_filling", { shard, bytes, percent });
  const metadata = { bytes, measured_at: toIsoTime(now) };
  await kv.put(`${DATABASE_SIZE_PREFIX}${shard}`, "", { metadata, expirationTtl: KEPT_SECONDS });
}
