import type { Context, MiddlewareHandler } from "hono";
import { sha256Hex } from "../kernel/bytes.ts";
import { addressBlock } from "../kernel/cidr.ts";
import { AppError, rateLimited } from "../kernel/errors.ts";
import type { RateLimitResult, RateRule } from "../kernel/sliding-window.ts";
import type { AppEnv } from "./app-env.ts";
import { hasProof, newProofOffer } from "./proof-of-work.ts";
import { clientAddress } from "./request-facts.ts";

/** A limit as a route declares it. */
export interface RouteLimit {
  rule: RateRule;
  /**
   * The key that is counted. Null if the request has none, or not a valid one: the client's network is counted then.
   */
  key: (c: Context<AppEnv>) => Promise<string | null> | string | null;
  /** A request without a key is not counted: another limit of the route counts its network. */
  isOptional?: true;
  /** The key is a random ID without personal data, and is counted unhashed. Left out, its hash is counted. */
  isOpaque?: true;
  /** Keys of one partition share the Durable Object that counts them; left out, each has its own. For exact limits. */
  partitionKey?: (key: string) => string;
  /**
   * - `exact`: a Durable Object counts before the handler runs, one round trip. While the object is down, requests are
   * rejected.
   * - `parallel`: a Durable Object counts while the handler runs. The verb awaits `rateLimitCheck` before it changes
   * anything, or undoes its write. A request whose opaque key is known to be rejected in the isolate does not reach the
   * handler. While the object is down, requests are allowed.
   * - `approximate`: the isolate counts before the handler runs, no round trip.
   */
  count: "exact" | "parallel" | "approximate";
  /** A solved proof of work lets a request through that this limit would reject. */
  takesProof?: true;
  /** Counted once the other limits have let the request through: what they reject does not use this one up. */
  afterOthers?: true;
}

/** Counts a request against the limits of its route and sets the `RateLimit` headers. */
export function rateLimit(limits: readonly RouteLimit[]): MiddlewareHandler<AppEnv> {
  return async function countRequest(c, next) {
    const counted = countAll(c, limits);
    const rateLimitCheck = counted.then((entries) => refuseExceeded(c, entries));
    rateLimitCheck.catch(() => undefined);
    c.set("rateLimitCheck", rateLimitCheck);
    try {
      if (limits.some((limit) => limit.count !== "parallel" || isKnownRefused(c, limit))) await rateLimitCheck;
      await next();
      // Enforces the limit even if the verb never awaited the check.
      await rateLimitCheck;
    } finally {
      setRateLimitHeaders(c, await counted.catch(() => []));
    }
  };
}

/** Whether the isolate remembers that an opaque key is rejected. No I/O. */
function isKnownRefused(c: Context<AppEnv>, { isOpaque, key, rule }: RouteLimit): boolean {
  const found = isOpaque ? key(c) : null;
  return typeof found === "string" && c.get("ctx").rateLimits.knownRefusal(rule, found) !== null;
}

async function countAll(c: Context<AppEnv>, limits: readonly RouteLimit[]): Promise<Counted[]> {
  const [first, last] = [
    limits.filter(({ afterOthers }) => !afterOthers),
    limits.filter(({ afterOthers }) => afterOthers),
  ];
  const counted = await Promise.all(first.map((limit) => count(c, limit)));
  const isRefused = counted.some((entry) => entry?.verdict.allowed === false);
  if (!isRefused && last.length > 0) counted.push(...(await Promise.all(last.map((limit) => count(c, limit)))));
  return counted.filter((entry) => entry !== null);
}

/** A request that was counted against a rule. */
export interface Counted {
  rule: RateRule;
  verdict: RateLimitResult;
  takesProof?: true | undefined;
}

async function count(c: Context<AppEnv>, limit: RouteLimit): Promise<Counted | null> {
  const key = await limit.key(c);
  if (!key) return limit.isOptional ? null : countNetwork(c, limit);
  const { rateLimits } = c.get("ctx");
  const { rule, takesProof } = limit;
  // Keys are addresses and IDs of people: only their hash leaves the Worker.
  const hashed = limit.isOpaque ? key : await sha256Hex(key);
  if (limit.count === "approximate") return { rule, verdict: rateLimits.approximate(rule, hashed) };
  try {
    const partition = limit.partitionKey?.(key);
    // A partition that can be cleared is a person's, as the key is.
    const named = partition !== undefined && rule.isClearable ? await sha256Hex(partition) : partition;
    return { rule, verdict: await rateLimits.exact(rule, hashed, named), takesProof };
  } catch {
    // Fail open for guests, fail closed where a limit protects a password.
    if (limit.count === "parallel") return null;
    throw new AppError("unavailable");
  }
}

/**
 * Counts a request without a valid key by its network, so that no spelling of a request escapes its limit. The isolate
 * counts: a request that names no account, link or session is rejected without I/O. A request without a network is not
 * counted.
 */
async function countNetwork(c: Context<AppEnv>, { rule }: RouteLimit): Promise<Counted | null> {
  const network = addressBlock(clientAddress(c));
  if (network === "") return null;
  const verdict = c.get("ctx").rateLimits.approximate(rule, await sha256Hex(`network ${network}`));
  return { rule, verdict };
}

/**
 * @throws AppError 429 `rate_limited` with the longest wait of all limits that are exceeded, and a challenge where a
 * proof helps
 */
async function refuseExceeded(c: Context<AppEnv>, entries: readonly Counted[]): Promise<void> {
  const exceeded = entries.filter((entry) => !entry.verdict.allowed);
  if (exceeded.length === 0) return;
  const retryAfter = Math.max(...exceeded.map((entry) => entry.verdict.resetSeconds));
  if (!exceeded.every(({ takesProof }) => takesProof)) throw rateLimited(retryAfter);
  if (await hasProof(c)) return;
  throw rateLimited(retryAfter, await newProofOffer(c));
}

/** `RateLimit-Policy` and `RateLimit` as draft-ietf-httpapi-ratelimit-headers writes them. */
export function setRateLimitHeaders(c: Context<AppEnv>, entries: readonly Counted[]): void {
  if (entries.length === 0) return;
  const policy = entries.map(({ rule }) => `"${rule.name}";q=${rule.limit};w=${rule.windowSeconds}`);
  const state = entries.map(({ rule, verdict }) => `"${rule.name}";r=${verdict.remaining};t=${verdict.resetSeconds}`);
  // After the response is final, `c.header` would copy it for each header.
  const set = (name: string, value: string) => (c.finalized ? c.res.headers.set(name, value) : c.header(name, value));
  set("RateLimit-Policy", policy.join(", "));
  set("RateLimit", state.join(", "));
}
