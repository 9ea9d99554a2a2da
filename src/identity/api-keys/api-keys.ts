import { and, asc, count, desc, eq, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import type { AccountsDatabase, Database } from "../../db/client.ts";
import { isAmong } from "../../db/lists.ts";
import { apiKeys } from "../../db/schema/api-keys.ts";
import { eventCollaborators, events } from "../../db/schema/events.ts";
import { newApiKey, shownPrefix } from "../../kernel/api-key.ts";
import { sha256Hex } from "../../kernel/bytes.ts";
import { parseNetwork } from "../../kernel/cidr.ts";
import { DAY_MS } from "../../kernel/clock.ts";
import { type Page, type PageQuery, pagerById } from "../../kernel/cursor.ts";
import { decryptText, encryptText } from "../../kernel/encrypted-text.ts";
import { AppError, invalidField, invalidFields } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { authorizeUser } from "../../platform/authorization/authorize-user.ts";
import type { Caller } from "../../platform/authorization/caller.ts";
import { commit, deniedOr } from "../../platform/commit/commit.ts";
import { idempotent } from "../../platform/idempotency/idempotent.ts";
import { onShardOf } from "../../platform/shards/on-shard.ts";
import { endKey } from "../accounts/end-sessions.ts";
import { logChange } from "../accounts/log-change.ts";
import { credentialNotices } from "../notices/account-notices.ts";
import { findAuthentication } from "../second-factors/queries.ts";
import { requireStepUpFor } from "../second-factors/require-step-up.ts";

/** API keys of one account. */
const MAX_KEYS = 25;

const DEFAULT_LIFETIME_MS = 90 * DAY_MS;
/** A leap year and a day, so that a year by any calendar fits. */
const MAX_LIFETIME_MS = 367 * DAY_MS;

export type NewKey = Pick<ApiKeyRow, "name" | "scopes" | "eventIds" | "allowedNetworks"> & {
  /** If omitted, 90 days from now. */
  expiresAt: number | undefined;
};

export type StoredKey = Omit<ApiKeyRow, "keyHash" | "userId">;

/**
 * The stored result for a repeated request, for one day. The key is encrypted, because stored results hold no secrets.
 */
export interface MadeKey {
  row: StoredKey;
  sealed: string;
}

/**
 * Creates an API key that acts as the caller, with fewer rights: only by its scopes, and only on the named events if
 * there are any. The key is valid until it is deleted, it expires or the account is deleted. Its rights end with the
 * caller's role. A key survives a change of the password, because sessions of programs must.
 * @returns the stored key, and the key itself, which cannot be read again
 * @throws AppError 403 `step_up_required`, 409 `api_keys_full`, 400 for an event on which the caller has no role, for
 *   an expiry in the past or in more than a year, and for an invalid network
 */
export async function createApiKey(
  ctx: RequestContext,
  caller: Caller,
  input: NewKey,
): Promise<{ row: StoredKey; key: string }> {
  return openMade(ctx, await makeIdempotently(ctx, caller, input));
}

/** Decrypts the key of a stored result. @throws AppError 409 `outcome_erased` if its encryption key no longer exists */
export async function openMade(
  ctx: RequestContext,
  { row, sealed }: MadeKey,
): Promise<{ row: StoredKey; key: string }> {
  const opened = await decryptText(await ctx.keyring.keysFor("api_key"), sealed, row.id);
  if (opened === null) throw new AppError("outcome_erased");
  return { row, key: opened.text };
}

const makeIdempotently = idempotent(authorizeUser, make);

async function make(ctx: RequestContext, caller: Caller, input: NewKey): Promise<MadeKey> {
  const { accountsDb: db, clock, keyring } = ctx;
  const now = clock.now();
  const { expiresAt = now + DEFAULT_LIFETIME_MS } = input;
  if (expiresAt <= now) throw invalidField("expires_at", "must be in the future");
  if (expiresAt > now + MAX_LIFETIME_MS) throw invalidField("expires_at", "must be within a year");
  const allowedNetworks = input.allowedNetworks === null ? null : readNetworks(input.allowedNetworks);
  const { user, authentication } = await authorizeUser(
    ctx,
    caller,
    {},
    { authentication: findAuthentication(db, caller) },
  );
  await requireStepUpFor("api_key", ctx, caller, authentication);
  if (input.eventIds !== null) await assertOwnEvents(ctx, caller.userId, input.eventIds);
  const key = newApiKey();
  const row = {
    id: newId(now),
    ...input,
    expiresAt,
    allowedNetworks,
    prefix: shownPrefix(key),
    createdAt: now,
    lastUsedAt: null,
    lastUsedPlace: null,
    remindedAt: null,
    replacedBy: null,
  };
  const made = { row, sealed: await encryptText(await keyring.keysFor("api_key"), key, row.id) };
  const stored = { ...row, userId: user.id, keyHash: await sha256Hex(key) };
  await commit(ctx, {
    by: user,
    guard: [hasRoomForKey(db, user.id)],
    changes: {
      stored: db.insert(apiKeys).values(stored),
      logged: logChange(ctx, user.id, "api_key_created", row.id),
    },
    messages: credentialNotices(ctx, "api_key", [user.id]),
    result: { value: made },
    at: now,
    lost: deniedOr(ctx, user, "api_keys_full"),
  });
  return made;
}

/** The canonical networks of addresses and CIDRs. @throws AppError 400 for each that is none */
function readNetworks(texts: readonly string[]): string[] {
  const networks = texts.map((text) => parseNetwork(text));
  const problems = networks.flatMap((network, index) => {
    if (network.status === "ok") return [];
    const message =
      network.status === "host_bits"
        ? `has bits set beyond its prefix; the network is ${network.cidr}`
        : "must be an IPv4 or IPv6 address, or a network such as 203.0.113.0/24";
    return [{ path: `allowed_networks.${index}`, message }];
  });
  if (problems.length > 0) throw invalidFields(problems);
  return [...new Set(networks.flatMap((network) => ("cidr" in network ? [network.cidr] : [])))];
}

/** @throws AppError 400 for each event on which the user has no role */
async function assertOwnEvents(ctx: RequestContext, userId: string, eventIds: readonly string[]): Promise<void> {
  const byShard = Map.groupBy(eventIds, (id) => onShardOf(ctx, id).shard);
  const found = await Promise.all(
    byShard
      .values()
      .map((ids) => listOwnEvents(onShardOf(ctx, ids[0] ?? null).db, userId, ids))
      .toArray(),
  );
  const own = new Set(found.flat().map(({ eventId }) => eventId));
  const problems = eventIds.flatMap((id, index) =>
    own.has(id) ? [] : [{ path: `event_ids.${index}`, message: "isn't an event of yours" }],
  );
  if (problems.length > 0) throw invalidFields(problems);
}

/** A page of the caller's API keys, newest first. */
export async function readApiKeys(ctx: RequestContext, caller: Caller, query: PageQuery): Promise<Page<ApiKeyRow>> {
  const page = pagerById("api-keys", query);
  const { rows } = await authorizeUser(
    ctx,
    caller,
    {},
    { rows: listApiKeys(ctx.accountsDb, caller.userId, page.after, page.limit) },
  );
  return page.of(rows, ({ id }) => id);
}

/**
 * Deletes an API key of the caller: its next request is rejected, and its live sockets and scanner tickets are revoked.
 * Asks for no step-up, because a leaked key must be revoked fast.
 * @throws AppError 404 for a key that the caller does not have
 */
export async function removeApiKey(ctx: RequestContext, caller: Caller, keyId: string): Promise<void> {
  const { accountsDb: db } = ctx;
  const { user } = await authorizeUser(ctx, caller, {});
  const isOwn = and(eq(apiKeys.id, keyId), eq(apiKeys.userId, user.id));
  const { ended, announced } = endKey(ctx, user.id, keyId);
  await commit(ctx, {
    by: user,
    guard: [sql`exists (select 1 from ${apiKeys} where ${isOwn})`],
    changes: {
      ended,
      deleted: db.delete(apiKeys).where(isOwn),
      logged: logChange(ctx, user.id, "api_key_ended", keyId),
    },
    immediate: [announced],
    at: ctx.clock.now(),
    lost: deniedOr(ctx, user, "not_found"),
  });
}

export type ApiKeyRow = typeof apiKeys.$inferSelect;

/** A page of a user's API keys, newest first. */
function listApiKeys(db: AccountsDatabase, userId: string, beforeId: string | null, limit: number) {
  return db
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.userId, userId), beforeId === null ? undefined : lt(apiKeys.id, beforeId)))
    .orderBy(desc(apiKeys.id))
    .limit(limit);
}

/** Those of some events on which a user has a role. */
function listOwnEvents(db: Database, userId: string, eventIds: readonly string[]) {
  return db
    .select({ eventId: eventCollaborators.eventId })
    .from(eventCollaborators)
    .innerJoin(events, and(eq(events.id, eventCollaborators.eventId), isNull(events.deletedAt)))
    .where(and(eq(eventCollaborators.userId, userId), isAmong(eventCollaborators.eventId, eventIds)))
    .orderBy(asc(eventCollaborators.eventId));
}

/** Condition: the account may have one more key. Keys that a rotation has replaced, and that still work, count apart. */
export function hasRoomForKey(db: AccountsDatabase, userId: string, isReplaced = false): SQL {
  const isCounted = isReplaced ? isNotNull(apiKeys.replacedBy) : isNull(apiKeys.replacedBy);
  const stored = db
    .select({ stored: count() })
    .from(apiKeys)
    .where(and(eq(apiKeys.userId, userId), isCounted));
  return sql`${stored} < ${MAX_KEYS}`;
}
