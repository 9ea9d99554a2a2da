import type { RequestContext } from "../../context.ts";
import { sha256Hex } from "../../kernel/bytes.ts";
import { AppError } from "../../kernel/errors.ts";
import { createFlagCache, FLAGS_KV_KEY, listFlags, publishedText, readPublishedText } from "./published.ts";

const BUCKETS = 100;

/** The maximum age of an isolate's flags. */
export const FLAG_REFRESH_MS = 30_000;

/** Time for which a data centre may serve a KV value from its cache: the minimum of KV. */
const EDGE_CACHE_SECONDS = 30;

/** A refresh that takes longer has ended with its request; the next request starts another. */
const REFRESH_TIMEOUT_MS = 2_000;

export type FlagKey = "branding" | "broadcasts" | "scanner" | "risk_scoring" | "live_monitor" | "sms";

/**
 * Whether a flag is on for a user. An unknown flag is on: flags switch features off. When neither KV nor the database
 * answers, the flags read last apply.
 */
export async function isEnabled(ctx: RequestContext, flag: FlagKey, userId: string): Promise<boolean> {
  await refreshFlags(ctx);
  const percentage = ctx.shared(createFlagCache).percentages.get(flag);
  if (percentage === undefined || percentage >= 100) return true;
  return (await bucketOf(flag, userId)) < percentage;
}

/**
 * Whether a flag is on for everybody, as this isolate last read it. Known without I/O, and false before the first read.
 */
export function isOnForAll({ shared }: Pick<RequestContext, "shared">, flag: FlagKey): boolean {
  const flagCache = shared(createFlagCache);
  return Number.isFinite(flagCache.loadedAt) && (flagCache.percentages.get(flag) ?? 100) >= 100;
}

/** @throws AppError 403 `feature_disabled` when the flag is off for the user */
export async function requireEnabled(ctx: RequestContext, flag: FlagKey, userId: string): Promise<void> {
  if (await isEnabled(ctx, flag, userId)) return;
  throw new AppError("feature_disabled");
}

/**
 * Reloads the isolate's flags when they are older than 30 s. One request at a time reloads. The others use the cached
 * flags and never wait for the reload, because its I/O is cancelled if its request ends.
 */
export async function refreshFlags(ctx: RequestContext): Promise<void> {
  const { clock } = ctx;
  const flagCache = ctx.shared(createFlagCache);
  const now = clock.now();
  if (now - flagCache.loadedAt < FLAG_REFRESH_MS) return;
  const wasLoaded = Number.isFinite(flagCache.loadedAt);
  if (wasLoaded && now < flagCache.refreshingUntil) return;
  flagCache.refreshingUntil = now + REFRESH_TIMEOUT_MS;
  await load(ctx);
}

async function load(ctx: RequestContext): Promise<void> {
  const { clock } = ctx;
  const flagCache = ctx.shared(createFlagCache);
  const flags = await readPublished(ctx).catch(() => null);
  if (flags) flagCache.percentages = flags;
  flagCache.loadedAt = clock.now();
  flagCache.refreshingUntil = 0;
}

/** Reads KV, or the database if KV has no valid value. */
async function readPublished({ kv, accountsDb }: RequestContext): Promise<Map<string, number>> {
  const published = readPublishedText(await kv.get(FLAGS_KV_KEY, { cacheTtl: EDGE_CACHE_SECONDS }));
  return published ?? new Map((await listFlags(accountsDb)).map((row) => [row.key, row.percentage]));
}

/**
 * Returns a user's bucket for a flag, 0 to 99. It is stable for the pair and independent between flags, so that
 * different users get each new feature first.
 */
export async function bucketOf(flag: string, userId: string): Promise<number> {
  const digest = await sha256Hex(`${flag}:${userId}`);
  // 32 bits of the digest: the modulo bias is under 3 in 10^8.
  return Number.parseInt(digest.slice(0, 8), 16) % BUCKETS;
}

/**
 * Writes the flags of the database to KV, where guests' requests read them. Only when something changed: KV allows one
 * write a second per key, and an unchanged value stays in the readers' caches.
 */
export async function publishFlags(ctx: Pick<RequestContext, "accountsDb" | "shard" | "kv">): Promise<void> {
  // Each shard has a Scheduler; the one of shard 0 publishes.
  if (ctx.shard !== 0) return;
  const text = publishedText(await listFlags(ctx.accountsDb));
  if ((await ctx.kv.get(FLAGS_KV_KEY)) !== text) await ctx.kv.put(FLAGS_KV_KEY, text);
}
