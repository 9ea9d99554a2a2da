import { AppError } from "../../kernel/errors.ts";
import type { RequestContext } from "../../request-context.ts";
import { bucketOf } from "./bucket.ts";
import { FLAGS_KV_KEY, readPublishedText } from "./published.ts";
import { listFlags } from "./queries.ts";

/** How old the flags of an isolate may be. */
export const FLAG_REFRESH_MS = 30_000;
/** How long a data centre may answer from its own copy of KV: the shortest time that KV allows. */
const EDGE_CACHE_SECONDS = 30;

/** A look that has not ended by then has ended with its request: the next one looks again. */
const LOOK_MS = 2_000;

export type FlagKey = "branding" | "broadcasts" | "scanner" | "risk_scoring" | "live_monitor" | "sms";

/**
 * Whether a flag is on for a user. An unknown flag is on: a flag stops something, it never allows it. When neither KV
 * nor the database answers, the last known flags hold.
 */
export async function isEnabled(ctx: RequestContext, flag: FlagKey, userId: string): Promise<boolean> {
  await refreshFlags(ctx);
  const percentage = ctx.flagCache.percentages.get(flag);
  if (percentage === undefined || percentage >= 100) return true;
  return (await bucketOf(flag, userId)) < percentage;
}

/** @throws AppError 403 `feature_disabled` when the flag is off for the user */
export async function requireEnabled(ctx: RequestContext, flag: FlagKey, userId: string): Promise<void> {
  if (await isEnabled(ctx, flag, userId)) return;
  throw new AppError("feature_disabled");
}

/**
 * Brings the isolate's flags up to date when they are older than 30 s. While one request looks, the others go by what is
 * known; they never wait for it, because its look ends with it, and a request can end at any time.
 */
export async function refreshFlags(ctx: RequestContext): Promise<void> {
  const { flagCache, clock } = ctx;
  const now = clock.now();
  if (now - flagCache.loadedAt < FLAG_REFRESH_MS) return;
  const wasLoaded = Number.isFinite(flagCache.loadedAt);
  if (wasLoaded && now < flagCache.lookingUntil) return;
  flagCache.lookingUntil = now + LOOK_MS;
  await load(ctx);
}

async function load(ctx: RequestContext): Promise<void> {
  const { flagCache, clock } = ctx;
  const flags = await readPublished(ctx).catch(() => null);
  if (flags) flagCache.percentages = flags;
  flagCache.loadedAt = clock.now();
  flagCache.lookingUntil = 0;
}

/** The copy at the edge; the database where there is none yet, or none that can be read. */
async function readPublished({ kv, accountsDb }: RequestContext): Promise<Map<string, number>> {
  const published = readPublishedText(await kv.get(FLAGS_KV_KEY, { cacheTtl: EDGE_CACHE_SECONDS }));
  return published ?? new Map((await listFlags(accountsDb)).map((row) => [row.key, row.percentage]));
}
