import { and, eq, gt, isNull, sql } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import { runBatch } from "../../db/batch.ts";
import type { AccountsDatabase } from "../../db/client.ts";
import { one } from "../../db/one.ts";
import { apiKeys } from "../../db/schema/api-keys.ts";
import { webhookEndpoints } from "../../db/schema/webhooks.ts";
import { newApiKey, shownPrefix } from "../../kernel/api-key.ts";
import { sha256Hex } from "../../kernel/bytes.ts";
import { HOUR_MS } from "../../kernel/clock.ts";
import { encryptText } from "../../kernel/encrypted-text.ts";
import { AppError, notFound } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { type AuthorizedUser, authorizeUser } from "../../platform/authorization/authorize-user.ts";
import type { Caller } from "../../platform/authorization/caller.ts";
import { commit, deniedOr } from "../../platform/commit/commit.ts";
import { idempotent } from "../../platform/idempotency/idempotent.ts";
import { endKey } from "../accounts/end-sessions.ts";
import { logChange } from "../accounts/log-change.ts";
import { accountNotices } from "../notices/account-notices.ts";
import { findAuthentication } from "../second-factors/queries.ts";
import { requireStepUpFor } from "../second-factors/require-step-up.ts";
import { type ApiKeyRow, hasRoomForKey, type MadeKey, openMade, type StoredKey } from "./api-keys.ts";

/** A key to replace, and for how long it still works. */
interface Rotation {
  keyId: string;
  hours: number;
}

/**
 * Replaces an API key of the caller by a new one with the same name, scopes, events, networks and expiry. The webhook
 * endpoints of the old key go over to the new one. Of concurrent rotations, one replaces the key.
 * @returns the new key, which cannot be read again
 * @throws AppError 403 `step_up_required`, 404, 409 `api_key_ended` for a key that has expired or was replaced, 409
 *   `api_keys_full` for too many replaced keys that still work
 */
export async function rotateApiKey(
  ctx: RequestContext,
  caller: Caller,
  input: Rotation,
): Promise<{ row: StoredKey; key: string }> {
  return openMade(ctx, await rotateIdempotently(ctx, caller, input));
}

const rotateIdempotently = idempotent(authorizeUser, rotate);

async function rotate(ctx: RequestContext, caller: Caller, { keyId, hours }: Rotation): Promise<MadeKey> {
  const { accountsDb: db, clock, keyring } = ctx;
  const now = clock.now();
  const { user, authentication, old } = await authorizeUser(
    ctx,
    caller,
    {},
    { authentication: findAuthentication(db, caller), old: one(findOwnKey(db, caller.userId, keyId)) },
  );
  if (old === undefined) throw notFound();
  if (!isValid(old, now)) throw new AppError("api_key_ended");
  await requireStepUpFor("api_key", ctx, caller, authentication);
  const key = newApiKey();
  const { userId, keyHash: _, ...kept } = old;
  const row: StoredKey = {
    ...kept,
    id: newId(now),
    prefix: shownPrefix(key),
    createdAt: now,
    lastUsedAt: null,
    lastUsedPlace: null,
  };
  const made = { row, sealed: await encryptText(await keyring.keysFor("api_key"), key, row.id) };
  const end = endOfOld(ctx, old, { newId: row.id, endsAt: now + hours * HOUR_MS });
  await commit(ctx, {
    by: user,
    guard: [isStillValid(db, old, now), hours > 0 && hasRoomForKey(db, userId, true)],
    changes: {
      stored: db.insert(apiKeys).values({ ...row, userId, keyHash: await sha256Hex(key) }),
      logged: logChange(ctx, userId, "api_key_rotated", row.id),
      endpoints: db.update(webhookEndpoints).set({ apiKeyId: row.id }).where(eq(webhookEndpoints.apiKeyId, old.id)),
      ended: end.statements,
    },
    messages: accountNotices(ctx, "api_key_rotated", [userId], { ended: [old.name] }),
    immediate: end.immediate,
    result: { value: made },
    at: now,
    lost: () => reasonOf(ctx, user, old, now),
  });
  // The old key's sockets and tickets end then, by the Scheduler.
  if (hours > 0) ctx.defer(() => ctx.wakeScheduler(now + hours * HOUR_MS, 0));
  return made;
}

/** The statements that end the old key: now, or at a time. They follow the one that moves its webhook endpoints. */
function endOfOld(ctx: RequestContext, old: ApiKeyRow, { newId, endsAt }: { newId: string; endsAt: number }) {
  const { accountsDb: db, clock } = ctx;
  const isOld = eq(apiKeys.id, old.id);
  if (endsAt > clock.now()) {
    const expiresAt = Math.min(old.expiresAt, endsAt);
    // Its end is known, so no email reminds of it.
    const replaced = { replacedBy: newId, expiresAt, remindedAt: clock.now() };
    return { statements: [db.update(apiKeys).set(replaced).where(isOld)], immediate: [] };
  }
  const { ended, announced } = endKey(ctx, old.userId, old.id);
  return { statements: [ended, db.delete(apiKeys).where(isOld)], immediate: [announced] };
}

function findOwnKey(db: AccountsDatabase, userId: string, keyId: string) {
  return db
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.id, keyId), eq(apiKeys.userId, userId)))
    .limit(1);
}

function isValid({ expiresAt, replacedBy }: ApiKeyRow, now: number): boolean {
  return expiresAt > now && replacedBy === null;
}

/** The SQL of `isValid`, for the write. */
function isStillValid(db: AccountsDatabase, { id, userId }: ApiKeyRow, now: number) {
  const isKey = and(eq(apiKeys.id, id), eq(apiKeys.userId, userId));
  const valid = db.select({ one: sql`1` }).from(apiKeys);
  return sql`exists ${valid.where(and(isKey, gt(apiKeys.expiresAt, now), isNull(apiKeys.replacedBy)))}`;
}

/** Why the key was not replaced: the session has ended, another request was first, or too many replaced keys still work. */
async function reasonOf(ctx: RequestContext, user: AuthorizedUser, old: ApiKeyRow, now: number): Promise<AppError> {
  const denied = await deniedOr(ctx, user, "api_keys_full")();
  if (denied.code !== "api_keys_full") return denied;
  const { accountsDb: db } = ctx;
  const { found } = await runBatch(db, { found: one(findOwnKey(db, old.userId, old.id)) });
  if (found === undefined) return notFound();
  return isValid(found, now) ? denied : new AppError("api_key_ended");
}
