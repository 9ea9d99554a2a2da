import { and, eq, isNull, lt, or } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import type { AccountsDatabase } from "../../db/client.ts";
import { type Placeholders, prepared } from "../../db/prepared-statement.ts";
import { apiKeys } from "../../db/schema/api-keys.ts";
import { isWellFormedApiKey } from "../../kernel/api-key.ts";
import { BoundedMap } from "../../kernel/bounded-map.ts";
import { sha256Hex } from "../../kernel/bytes.ts";
import { addressBlock, isInNetworks } from "../../kernel/cidr.ts";
import { HOUR_MS, MINUTE_MS } from "../../kernel/clock.ts";
import { AppError, rateLimited } from "../../kernel/errors.ts";
import type { RateRule } from "../../kernel/sliding-window.ts";
import type { ApiKey } from "../../platform/authorization/api-key.ts";
import type { Caller } from "../../platform/authorization/caller.ts";
import { placeOfRequest } from "./log-change.ts";

/** The API key with this hash. */
function findApiKey(db: AccountsDatabase, keyHash: string) {
  return API_KEY(db, { keyHash });
}

const API_KEY = prepared((db, { keyHash }: Placeholders<{ keyHash: string }>) =>
  db
    .select({
      id: apiKeys.id,
      userId: apiKeys.userId,
      name: apiKeys.name,
      scopes: apiKeys.scopes,
      eventIds: apiKeys.eventIds,
      expiresAt: apiKeys.expiresAt,
      lastUsedAt: apiKeys.lastUsedAt,
      allowedNetworks: apiKeys.allowedNetworks,
    })
    .from(apiKeys)
    .where(eq(apiKeys.keyHash, keyHash))
    .limit(1),
);

/** Stores the use of a key, unless one was stored after `since` (epoch milliseconds). */
function touchApiKey(
  db: AccountsDatabase,
  id: string,
  use: { lastUsedAt: number; lastUsedPlace: string | null },
  since: number,
) {
  return db
    .update(apiKeys)
    .set(use)
    .where(and(eq(apiKeys.id, id), or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, since))));
}

/**
 * Time for which an isolate caches the facts of a key. Batches check that the key still exists. The cached facts cannot
 * change.
 */
const KNOWN_FOR_MS = HOUR_MS;

/** `last_used_at` is exact to these minutes: one write for all requests in them. */
const USE_STORED_EVERY_MS = 10 * MINUTE_MS;

/** About 300 bytes each. A key that is evicted is read again. */
const MAX_KNOWN_KEYS = 1_000;

/** Creates an isolate's memory of API keys, by their hash. */
const createKnownKeys = (): BoundedMap<string, ApiKey> => new BoundedMap(MAX_KNOWN_KEYS);

/** Lookups of well-formed keys for one client address, of IPv6 its /64. An isolate looks a key up once an hour. */
const LOOKUPS: RateRule = { name: "api-key-lookups", limit: 60, windowSeconds: 60 };

/**
 * Returns the caller of an API key. Null for a key that is malformed (no I/O), unknown, deleted or expired. The first
 * request of a key in an isolate looks it up. Later requests use the facts in memory that cannot change, and the verb's
 * own batch checks the rest. A key's ID takes the place of a session's ID, so every check of `ended_sessions` also
 * rejects a deleted key. The batch checks the role of the key's maker.
 * @throws AppError 403 `network_not_allowed` outside the key's networks, 429 for an address with too many lookups
 */
export async function keyCaller(ctx: RequestContext, key: string, clientAddress: string): Promise<Caller | null> {
  if (!isWellFormedApiKey(key)) return null;
  const hash = await sha256Hex(key);
  const now = ctx.clock.now();
  const known = remembered(ctx, hash, now) ?? (await findKey(ctx, hash, now, clientAddress));
  if (known === null || known.expiresAt <= now) return null;
  const { allowedNetworks } = known;
  if (allowedNetworks !== null && !isInNetworks(clientAddress, allowedNetworks)) {
    throw new AppError("network_not_allowed");
  }
  // A change of password ends sessions by the time they were issued at. Keys survive it.
  return { userId: known.userId, issuedAt: Number.MAX_SAFE_INTEGER, sessionId: known.id, apiKey: known };
}

/** Stores after the response that a key was used, unless that was done in the last 10 minutes. */
export function recordApiKeyUse(ctx: RequestContext, { apiKey }: Caller): void {
  const now = ctx.clock.now();
  const since = now - USE_STORED_EVERY_MS;
  if (apiKey === undefined || (apiKey.lastUsedAt !== null && apiKey.lastUsedAt >= since)) return;
  apiKey.lastUsedAt = now;
  const use = { lastUsedAt: now, lastUsedPlace: placeOfRequest(ctx) };
  ctx.defer(() => ctx.accountsDb.batch([touchApiKey(ctx.accountsDb, apiKey.id, use, since)]));
}

function remembered(ctx: RequestContext, hash: string, now: number): ApiKey | null {
  const known = ctx.shared(createKnownKeys).get(hash);
  return known !== undefined && now - known.readAt < KNOWN_FOR_MS ? known : null;
}

async function findKey(ctx: RequestContext, hash: string, now: number, clientAddress: string): Promise<ApiKey | null> {
  const verdict = ctx.rateLimits.approximate(LOOKUPS, await sha256Hex(addressBlock(clientAddress)));
  if (!verdict.allowed) throw rateLimited(verdict.resetSeconds);
  const [found] = await findApiKey(ctx.accountsDb, hash);
  if (found === undefined) return null;
  const known = { ...found, readAt: now };
  ctx.shared(createKnownKeys).set(hash, known);
  return known;
}
