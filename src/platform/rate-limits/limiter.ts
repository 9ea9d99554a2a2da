import { BoundedMap } from "../../kernel/bounded-map.ts";
import type { Clock } from "../../kernel/clock.ts";
import { withDeadline } from "../../kernel/deadline.ts";
import type { RateWindow } from "./rate-window.ts";
import { hit, type RateRule, type RateVerdict } from "../../kernel/sliding-window.ts";

/** KV refuses a shorter life. */
const MIN_KV_TTL_SECONDS = 60;
/** How often an isolate asks KV what the others found out about a key. */
const KV_REFRESH_MS = 5_000;
/** An object that does not answer in this time counts as failed; whether that refuses is the route's choice. */
const OBJECT_DEADLINE_MS = 2_000;
/** Keys an isolate remembers before it forgets the oldest. */
const MAX_REMEMBERED_KEYS = 10_000;

export interface RateLimiter {
  /**
   * Counted by one Durable Object: the limit is a promise. One trip, none while a verdict is known.
   * @param crowd keys that are told the same share an object, which is awake when the next of them comes; left out, the
   *   key has an object of its own. For windows under two minutes.
   */
  exact(rule: RateRule, key: string, crowd?: string): Promise<RateVerdict>;
  /** Counted in this isolate, other isolates' verdicts learnt late over KV: a brake, at no trip at all. */
  approximate(rule: RateRule, key: string): RateVerdict;
}

interface Parts {
  kv: KVNamespace;
  windows: DurableObjectNamespace<RateWindow>;
  clock: Clock;
  cache: LimiterCache;
  defer: (work: () => Promise<unknown>) => void;
}

/** What outlives a request in this isolate. */
export interface LimiterCache {
  limitedUntil: BoundedMap<string, number>;
  logs: BoundedMap<string, number[]>;
  askedKv: BoundedMap<string, number>;
}

export function createLimiterCache(): LimiterCache {
  return {
    limitedUntil: new BoundedMap(MAX_REMEMBERED_KEYS),
    logs: new BoundedMap(MAX_REMEMBERED_KEYS),
    askedKv: new BoundedMap(MAX_REMEMBERED_KEYS),
  };
}

/**
 * A refusal is remembered in the isolate and in KV until it ends, so that a flood is answered at the edge.
 * A lost or late verdict costs one question to the object, never the limit.
 */
export function createRateLimiter(parts: Parts): RateLimiter {
  const { kv, windows, clock, cache, defer } = parts;

  const refused = (id: string): RateVerdict | null => {
    const until = cache.limitedUntil.get(id);
    if (until === undefined) return null;
    const rest = until - clock.now();
    if (rest > 0) return { allowed: false, remaining: 0, resetSeconds: Math.ceil(rest / 1000) };
    cache.limitedUntil.delete(id);
    return null;
  };

  const learn = async (id: string): Promise<void> => {
    cache.askedKv.set(id, clock.now());
    const until = Number(await kv.get(verdictKey(id)).catch(() => null));
    if (until > clock.now()) cache.limitedUntil.set(id, until);
  };

  const teach = (id: string, verdict: RateVerdict): void => {
    const until = clock.now() + verdict.resetSeconds * 1000;
    cache.limitedUntil.set(id, until);
    const ttl = Math.max(MIN_KV_TTL_SECONDS, verdict.resetSeconds);
    defer(() => kv.put(verdictKey(id), String(until), { expirationTtl: ttl }));
  };

  return {
    async exact(rule, key, crowd) {
      const id = `${rule.name}:${key}`;
      const known = refused(id);
      if (known) return known;
      const object = windows.get(windows.idFromName(crowd === undefined ? id : `${rule.name}:crowd:${crowd}`));
      const verdict = await withDeadline(OBJECT_DEADLINE_MS, async () =>
        crowd === undefined ? object.hit(rule) : object.hit(rule, key),
      );
      if (!verdict.allowed) teach(id, verdict);
      // Others can only have found a key limited that is well on its way to it.
      else if (verdict.remaining < rule.limit / 2 && isStale(cache, id, clock.now())) defer(() => learn(id));
      return verdict;
    },
    approximate(rule, key) {
      const id = `${rule.name}:${key}`;
      const known = refused(id);
      if (known) return known;
      if (isStale(cache, id, clock.now())) defer(() => learn(id));
      const outcome = hit(cache.logs.get(id) ?? [], rule, clock.now());
      cache.logs.set(id, outcome.log);
      if (!outcome.verdict.allowed) teach(id, outcome.verdict);
      return outcome.verdict;
    },
  };
}

/** KV key of "this key is limited until T". */
function verdictKey(id: string): string {
  return `rate:${id}`;
}

function isStale(memory: LimiterCache, id: string, now: number): boolean {
  return now - (memory.askedKv.get(id) ?? 0) > KV_REFRESH_MS;
}
