import type { RateLimiter } from "../../context.ts";
import { BoundedMap } from "../../kernel/bounded-map.ts";
import type { Clock } from "../../kernel/clock.ts";
import { withDeadline } from "../../kernel/deadline.ts";
import { hit, type RateLimitResult, type RateRule } from "../../kernel/sliding-window.ts";
import type { RateWindow } from "./rate-window.ts";

/** KV takes no shorter TTL. */
const MIN_KV_TTL_SECONDS = 60;
/** Interval at which an isolate reads other isolates' rejections of a key from KV. */
const KV_REFRESH_MS = 5_000;
/**
 * A Durable Object that does not respond within this time counts as failed. The route decides whether to allow the
 * request.
 */
const OBJECT_DEADLINE_MS = 2_000;
/** Keys in an isolate's cache; the oldest are evicted. */
const MAX_CACHED_KEYS = 10_000;

interface Parts {
  kv: KVNamespace;
  windows: DurableObjectNamespace<RateWindow>;
  /** The objects of guests' links, by the link's ID: for rules with `isOfLink`. */
  linkCounters: DurableObjectNamespace<RateWindow>;
  clock: Clock;
  cache: LimiterCache;
  defer: (work: () => Promise<unknown>) => void;
}

/** The isolate's state. */
export interface LimiterCache {
  limitedUntil: BoundedMap<string, number>;
  logs: BoundedMap<string, number[]>;
  readFromKvAt: BoundedMap<string, number>;
}

export function createLimiterCache(): LimiterCache {
  return {
    limitedUntil: new BoundedMap(MAX_CACHED_KEYS),
    logs: new BoundedMap(MAX_CACHED_KEYS),
    readFromKvAt: new BoundedMap(MAX_CACHED_KEYS),
  };
}

/**
 * A refusal is cached in the isolate and in KV until it ends, so that a flood is rejected without the Durable Object.
 * A lost or late entry costs one call to the object, never the limit.
 */
export function createRateLimiter(parts: Parts): RateLimiter {
  const { kv, windows, linkCounters, clock, cache, defer } = parts;

  const cachedRefusal = (id: string): RateLimitResult | null => {
    const until = cache.limitedUntil.get(id);
    if (until === undefined) return null;
    const rest = until - clock.now();
    if (rest > 0) return { allowed: false, remaining: 0, resetSeconds: Math.ceil(rest / 1000) };
    cache.limitedUntil.delete(id);
    return null;
  };

  const readVerdict = async (id: string): Promise<void> => {
    cache.readFromKvAt.set(id, clock.now());
    const until = Number(await kv.get(verdictKey(id)).catch(() => null));
    if (until > clock.now()) cache.limitedUntil.set(id, until);
  };

  const shareRefusal = (id: string, verdict: RateLimitResult): void => {
    const until = clock.now() + verdict.resetSeconds * 1000;
    cache.limitedUntil.set(id, until);
    const ttl = Math.max(MIN_KV_TTL_SECONDS, verdict.resetSeconds);
    defer(() => kv.put(verdictKey(id), String(until), { expirationTtl: ttl }));
  };

  const windowOf = (rule: RateRule, partition: string) =>
    windows.get(windows.idFromName(`${rule.name}:partition:${partition}`));

  const objectOf = (rule: RateRule, key: string) =>
    rule.isOfLink
      ? linkCounters.get(linkCounters.idFromName(key))
      : windows.get(windows.idFromName(`${rule.name}:${key}`));

  return {
    async exact(rule, key, partition) {
      const id = `${rule.name}:${key}`;
      const known = cachedRefusal(id);
      if (known) return known;
      const object = partition === undefined ? objectOf(rule, key) : windowOf(rule, partition);
      const verdict = await withDeadline(OBJECT_DEADLINE_MS, async () =>
        partition === undefined ? object.hit(rule) : object.hit(rule, key),
      );
      if (rule.isClearable) return verdict;
      if (!verdict.allowed) shareRefusal(id, verdict);
      // Another isolate can have rejected the key only if the window is well filled.
      else if (verdict.remaining < rule.limit / 2 && isStale(cache, id, clock.now())) defer(() => readVerdict(id));
      return verdict;
    },
    knownRefusal: (rule, key) => cachedRefusal(`${rule.name}:${key}`),
    clear(rule, partition) {
      return withDeadline(OBJECT_DEADLINE_MS, async () => windowOf(rule, partition).clear());
    },
    approximate(rule, key) {
      const id = `${rule.name}:${key}`;
      const known = cachedRefusal(id);
      if (known) return known;
      if (isStale(cache, id, clock.now())) defer(() => readVerdict(id));
      const outcome = hit(cache.logs.get(id) ?? [], rule, clock.now());
      cache.logs.set(id, outcome.log);
      if (!outcome.verdict.allowed) shareRefusal(id, outcome.verdict);
      return outcome.verdict;
    },
  };
}

/** KV key of the time until which a key is rejected. */
function verdictKey(id: string): string {
  return `rate:${id}`;
}

function isStale(cache: LimiterCache, id: string, now: number): boolean {
  return now - (cache.readFromKvAt.get(id) ?? 0) > KV_REFRESH_MS;
}
