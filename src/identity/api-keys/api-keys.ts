import type { SQL } from "drizzle-orm";
import { and, asc, count, desc, eq, isNull, lt, sql } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import { runBatch } from "../../db/batch.ts";
import type { AccountsDatabase, Database } from "../../db/client.ts";
import { isConstraintViolation } from "../../db/failures.ts";
import { insertWhere } from "../../db/inserts.ts";
import { isAmong } from "../../db/lists.ts";
import { apiKeys } from "../../db/schema/api-keys.ts";
import { eventCollaborators, events } from "../../db/schema/events.ts";
import { newApiKey, shownPrefix } from "../../kernel/api-key.ts";
import { sha256Hex } from "../../kernel/bytes.ts";
import { parseNetwork } from "../../kernel/cidr.ts";
import { DAY_MS } from "../../kernel/clock.ts";
import { type Page, type PageQuery, pagerById } from "../../kernel/cursor.ts";
import { AppError, invalidField, invalidFields, notFound } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import type { Scope } from "../../kernel/scopes.ts";
import { openSealed, sealText } from "../../kernel/sealed-text.ts";
import type { AuthorizedUser } from "../../platform/authorization/authorize-user.ts";
import { authorizeUser } from "../../platform/authorization/authorize-user.ts";
import type { Caller } from "../../platform/authorization/caller.ts";
import { assertLiveSession, hasLiveSession } from "../../platform/authorization/session-queries.ts";
import { idempotent } from "../../platform/idempotency/idempotent.ts";
import { recordResult } from "../../platform/idempotency/record-result.ts";
import { enqueue } from "../../platform/outbox/enqueue.ts";
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

export interface NewKey {
  name: string;
  scopes: Scope[];
  eventIds: string[] | null;
  /** Addresses and CIDR networks, as they were sent; null: every network. */
  allowedNetworks: string[] | null;
  /** Epoch milliseconds; left out, 90 days from now. */
  expiresAt: number | undefined;
}

type StoredKey = Omit<ApiKeyRow, "keyHash" | "userId">;

/** What a repeated request is answered from, for a day: the key is sealed, because stored results hold no secret. */
interface MadeKey {
  row: StoredKey;
  sealed: string;
}

/**
 * Makes an API key that acts as the caller, with less: by its scopes, and only on the named events where there are any.
 * It ends when it is deleted, when it expires, and with the account; what it may do ends with the caller's role. It
 * survives a change of the password, as the sessions of programs must.
 * @returns the stored key, and the key itself, which cannot be read again
 * @throws AppError 403 `step_up_required`, 409 `api_keys_full`, 400 for an event on which the caller has no role for
 *   an expiry in the past or in more than a year, and for what is no network
 */
export async function createApiKey(
  ctx: RequestContext,
  caller: Caller,
  input: NewKey,
): Promise<{ row: StoredKey; key: string }> {
  const { row, sealed } = await makeIdempotently(ctx, caller, input);
  const opened = await openSealed(await ctx.keyring.keysFor("api_key"), sealed, row.id);
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
    ...{ id: newId(now), ...input, expiresAt, allowedNetworks, prefix: shownPrefix(key), createdAt: now },
    ...{ lastUsedAt: null, lastUsedPlace: null, remindedAt: null },
  };
  const made = { row, sealed: await sealText(await keyring.keysFor("api_key"), key, row.id) };
  const hasRoom = hasRoomForKey(db, user);
  const notice = enqueue(ctx, credentialNotices(ctx, "api_key", [user.id]), hasRoom);
  const { stored } = await runBatch(db, {
    // Before the key, which may be the last that there is room for.
    recorded: recordResult(ctx, caller, made, hasRoom),
    notice: notice.statements,
    stored: insertApiKey(db, user, { ...row, userId: user.id, keyHash: await sha256Hex(key) }),
    logged: logChange(ctx, user.id, "api_key_created", row.id),
  });
  if (stored[0] !== undefined) {
    notice.publishAfterResponse();
    return made;
  }
  await authorizeUser(ctx, caller, {});
  throw new AppError("api_keys_full");
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
 * Deletes an API key of the caller: its next request is refused, and its live sockets and scanner tickets end with it.
 * Asks for no step-up: whoever has found a leak must be quick.
 * @throws AppError 404 for a key that the caller does not have
 */
export async function removeApiKey(ctx: RequestContext, caller: Caller, keyId: string): Promise<void> {
  const { accountsDb: db } = ctx;
  const { user } = await authorizeUser(ctx, caller, {});
  const ending = endKey(ctx, user.id, keyId);
  try {
    const { deleted } = await runBatch(db, {
      live: assertLiveSession(db, user),
      ...ending.statements,
      deleted: deleteApiKey(db, user.id, keyId),
      logged: logChange(ctx, user.id, "api_key_ended", keyId),
    });
    if (deleted[0] === undefined) throw notFound();
    ending.announceAfterResponse();
  } catch (error) {
    if (isConstraintViolation(error)) await authorizeUser(ctx, caller, {});
    throw error;
  }
}

type ApiKeyRow = typeof apiKeys.$inferSelect;

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

/** The condition that the caller's session is live and their account may have one more key. */
function hasRoomForKey(db: AccountsDatabase, user: AuthorizedUser): SQL {
  const stored = db.select({ stored: count() }).from(apiKeys).where(eq(apiKeys.userId, user.id));
  return sql`${stored} < ${MAX_KEYS} and ${hasLiveSession(db, user)}`;
}

/** Stores a new key. Returns no row when the account has as many as it may, or the session has ended. */
function insertApiKey(db: AccountsDatabase, user: AuthorizedUser, row: ApiKeyRow) {
  return insertWhere(db, apiKeys, row, hasRoomForKey(db, user)).returning({ id: apiKeys.id });
}

/** Deletes a key of a user. Returns no row where there is none. */
function deleteApiKey(db: AccountsDatabase, userId: string, keyId: string) {
  return db
    .delete(apiKeys)
    .where(and(eq(apiKeys.id, keyId), eq(apiKeys.userId, userId)))
    .returning({ id: apiKeys.id });
}
