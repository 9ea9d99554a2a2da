import { and, eq, gt, isNull, sql } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import { runBatch } from "../../db/batch.ts";
import type { AccountsDatabase } from "../../db/client.ts";
import { insertWhere } from "../../db/inserts.ts";
import { one } from "../../db/one.ts";
import { refreshTokens } from "../../db/schema/accounts.ts";
import { sha256Hex } from "../../kernel/bytes.ts";
import { SECOND_MS } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import { log } from "../../kernel/log.ts";
import { verifySignedId } from "../../kernel/signed-id.ts";
import { ofSession, touchSession } from "../../platform/authorization/session-queries.ts";
import { commit } from "../../platform/commit/commit.ts";
import {
  type Credentials,
  credentialsOf,
  findRefreshToken,
  newRefreshToken,
  type RefreshTokenRow,
} from "./credentials.ts";
import { endSessions } from "./end-sessions.ts";
import { placeOfRequest } from "./log-change.ts";

/** Time in which a client that lost the response may retry with the same key. */
const RETRY_WINDOW_MS = 10 * SECOND_MS;

type Found = Awaited<ReturnType<typeof findRefreshToken>>[number];

/** The client's input: the token, and the `Idempotency-Key` of the request if it had one. */
export interface Refresh {
  refreshToken: string;
  retryKey: string | null;
}

/**
 * Exchanges a refresh token for the next pair. A token works once: reuse means that it may have leaked, so the whole
 * session ends (refresh token rotation, RFC 9700 section 4.14.2). The exception is a retry within 10 s with
 * the first request's `Idempotency-Key`, which gets the same pair again. A locked account can still refresh.
 * A session ends 90 days after it started, and after 30 days without a refresh.
 * @throws AppError 401 `invalid_token` for a token that is forged, used, expired or revoked
 */
export async function refreshSession(ctx: RequestContext, request: Refresh): Promise<Credentials> {
  const { accountsDb: db, keyring, clock } = ctx;
  const id = await verifySignedId(await keyring.keysFor("refresh_token"), request.refreshToken);
  if (id === null) throw new AppError("invalid_refresh_token");
  const presented = { id, tokenHash: await sha256Hex(request.refreshToken) };
  const retryKeyHash = request.retryKey === null ? null : await sha256Hex(request.retryKey);

  const [found] = await findRefreshToken(db, presented);
  if (found === undefined || found.token.revokedAt !== null) throw new AppError("invalid_refresh_token");
  if (found.token.usedAt !== null) return handleUsedToken(ctx, found, retryKeyHash);
  if (found.token.expiresAt <= clock.now()) throw new AppError("invalid_refresh_token");
  const rotated = await rotate(ctx, found, retryKeyHash);
  if (rotated !== null) return rotated;

  // A parallel request used it since it was read: this one is a retry or a replay, like any later one.
  const [again] = await findRefreshToken(db, presented);
  if (again === undefined || again.token.revokedAt !== null || again.token.usedAt === null)
    throw new AppError("invalid_refresh_token");
  return handleUsedToken(ctx, again, retryKeyHash);
}

/** The next pair, or null when the token was used or revoked first. */
async function rotate(ctx: RequestContext, found: Found, retryKeyHash: string | null): Promise<Credentials | null> {
  const { accountsDb: db, keyring, clock } = ctx;
  const { id, userId, familyId } = found.token;
  const now = clock.now();
  const createdAt = Math.max(now, found.sessionsValidFrom);
  const { sessionStartedAt } = found;
  const successor = await newRefreshToken(keyring, { userId, familyId, createdAt, sessionStartedAt });
  const use = { lastUsedAt: createdAt, lastUsedPlace: placeOfRequest(ctx) };
  const session = { id: familyId, ...use, expiresAt: successor.expiresAt };
  const { inserted } = await runBatch(db, {
    inserted: one(insertSuccessor(db, successor, id, now)),
    used: markRefreshTokenUsed(db, id, { usedAt: now, replacedBy: successor.id, retryKeyHash }),
    session: touchSession(db, session, successor.id),
  });
  return inserted === undefined ? null : credentialsOf(keyring, successor);
}

async function handleUsedToken(ctx: RequestContext, found: Found, retryKeyHash: string | null): Promise<Credentials> {
  const { token, successor } = found;
  const now = ctx.clock.now();
  const isRetry =
    retryKeyHash !== null && token.retryKeyHash === retryKeyHash && now - (token.usedAt ?? 0) <= RETRY_WINDOW_MS;
  if (isRetry && successor !== null && successor.revokedAt === null) {
    return credentialsOf(ctx.keyring, { ...successor, userId: token.userId, familyId: token.familyId });
  }
  const { statements, announced } = endSessions(ctx, token.userId, ofSession(token.userId, token.familyId));
  const change = { by: "service", changes: statements, immediate: [announced], at: now } as const;
  const { ended } = await commit(ctx, { ...change, lost: "invalid_refresh_token" });
  if (ended.length > 0) log("warn", "refresh_token_replayed", { request_id: ctx.id, user_id: token.userId });
  throw new AppError("invalid_refresh_token");
}

/** The successor of an unused refresh token. Returns no row when the token was used. */
function insertSuccessor(db: AccountsDatabase, row: RefreshTokenRow, usedId: string, now: number) {
  const isStillUsable = sql`exists (select 1 from ${refreshTokens} where ${isUsable(usedId, now)})`;
  return insertWhere(db, refreshTokens, row, isStillUsable).returning({ id: refreshTokens.id });
}

/** Marks a refresh token as used, if it is usable. */
function markRefreshTokenUsed(
  db: AccountsDatabase,
  id: string,
  use: { usedAt: number; replacedBy: string; retryKeyHash: string | null },
) {
  return db.update(refreshTokens).set(use).where(isUsable(id, use.usedAt));
}

/** The refresh token is neither used, revoked nor expired. */
function isUsable(id: string, now: number) {
  return and(
    eq(refreshTokens.id, id),
    isNull(refreshTokens.usedAt),
    isNull(refreshTokens.revokedAt),
    gt(refreshTokens.expiresAt, now),
  );
}
