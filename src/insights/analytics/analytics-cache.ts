import type { RequestContext } from "../../context.ts";
import { BoundedMap } from "../../kernel/bounded-map.ts";
import { SECOND_MS } from "../../kernel/clock.ts";
import type { Analytics } from "./schemas.ts";

/** Time for which cached metrics are served. Also the shortest TTL that KV accepts. */
const CACHE_TTL_SECONDS = 60;

/** Events that an isolate caches, and lengths of the series for each. An entry takes up to about 40 KB. */
const MAX_EVENTS = 50;
const MAX_LENGTHS = 4;

/** Metrics with the time (epoch milliseconds) at which they were counted. */
export interface CachedAnalytics {
  at: number;
  analytics: Analytics;
}

/**
 * The isolate's cache: event ID → days of the series → metrics. Contains no roles: every request checks the caller's
 * role.
 */
export type AnalyticsCache = BoundedMap<string, BoundedMap<number, CachedAnalytics>>;

/** The part of a request context that the cache uses. */
type CacheContext = Pick<RequestContext, "shared" | "kv" | "clock">;

export function createAnalyticsCache(): AnalyticsCache {
  return new BoundedMap(MAX_EVENTS);
}

/**
 * Returns cached metrics from this isolate or from KV; null if there are none or they have expired. Computes the age
 * from the entry's time, because KV may serve a key after its TTL. A failure of KV is a cache miss.
 */
export async function getCached(ctx: CacheContext, eventId: string, days: number): Promise<CachedAnalytics | null> {
  const { kv } = ctx;
  const own = ctx.shared(createAnalyticsCache).get(eventId)?.get(days);
  if (own !== undefined && isFresh(ctx, own)) return own;
  const stored = await kv.get<CachedAnalytics>(keyOf(eventId, days), "json").catch(() => null);
  if (stored === null || !isFresh(ctx, stored)) return null;
  putInIsolate(ctx, eventId, days, stored);
  return stored;
}

/** Caches figures in this isolate, and in KV after the response. */
export function putCached(
  ctx: CacheContext & { defer(work: () => Promise<unknown>): void },
  eventId: string,
  days: number,
  figures: CachedAnalytics,
): void {
  putInIsolate(ctx, eventId, days, figures);
  const { kv } = ctx;
  ctx.defer(() => kv.put(keyOf(eventId, days), JSON.stringify(figures), { expirationTtl: CACHE_TTL_SECONDS }));
}

/** Evicts an event's figures from this isolate and from KV. Other isolates serve theirs until they expire. */
export async function evictAnalytics(
  { shared, kv }: Pick<CacheContext, "shared" | "kv">,
  eventId: string,
): Promise<void> {
  shared(createAnalyticsCache).delete(eventId);
  // One key for each length of the series: 365 at most.
  const { keys } = await kv.list({ prefix: prefixOf(eventId) });
  for (const { name } of keys) await kv.delete(name);
}

function putInIsolate({ shared }: CacheContext, eventId: string, days: number, figures: CachedAnalytics): void {
  const analyticsCache = shared(createAnalyticsCache);
  const lengths = analyticsCache.get(eventId) ?? new BoundedMap<number, CachedAnalytics>(MAX_LENGTHS);
  lengths.set(days, figures);
  analyticsCache.set(eventId, lengths);
}

function isFresh({ clock }: CacheContext, { at }: CachedAnalytics): boolean {
  return clock.now() - at < CACHE_TTL_SECONDS * SECOND_MS;
}

/** Increment the number in the prefix when the value's shape changes: two deployed versions share KV during a rollout. */
function keyOf(eventId: string, days: number): string {
  return `${prefixOf(eventId)}${days}`;
}

function prefixOf(eventId: string): string {
  return `analytics:2:${eventId}:`;
}
