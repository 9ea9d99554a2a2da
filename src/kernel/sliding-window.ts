/** A limit over a sliding window: at most `limit` hits in any `windowSeconds`. */
export interface RateRule {
  /** The name in the `RateLimit` headers, and the first part of every key. */
  name: string;
  limit: number;
  windowSeconds: number;
  /** Its windows can be cleared early, so isolates do not cache rejections. */
  isClearable?: true;
  /** Each key is the ID of a guest's link, whose own object counts it. */
  isOfLink?: true;
}

/** The verdict on one hit. `resetSeconds` is the time until the oldest hit leaves the window. */
export interface RateLimitResult {
  allowed: boolean;
  remaining: number;
  resetSeconds: number;
}

/**
 * One hit on a sliding log of epoch milliseconds. Rejected hits are not kept: hammering does not lengthen a limit.
 * @returns the verdict and the log as it is afterwards
 */
export function hit(
  log: readonly number[],
  rule: Pick<RateRule, "limit" | "windowSeconds">,
  now: number,
): { verdict: RateLimitResult; log: number[] } {
  const windowMs = rule.windowSeconds * 1000;
  const recent = log.filter((at) => at > now - windowMs);
  const allowed = recent.length < rule.limit;
  if (allowed) recent.push(now);
  const oldest = recent[0] ?? now;
  return {
    verdict: {
      allowed,
      remaining: Math.max(0, rule.limit - recent.length),
      resetSeconds: Math.max(1, Math.ceil((oldest + windowMs - now) / 1000)),
    },
    log: recent,
  };
}
