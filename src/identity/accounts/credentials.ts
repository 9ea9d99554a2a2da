import { and, eq, getTableColumns, isNull } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { aliased } from "../../db/aliased.ts";
import type { AccountsDatabase } from "../../db/client.ts";
import { refreshTokens, users } from "../../db/schema/accounts.ts";
import { sessions } from "../../db/schema/sessions.ts";
import { sha256Hex } from "../../kernel/bytes.ts";
import { DAY_MS } from "../../kernel/clock.ts";
import { newId } from "../../kernel/ids.ts";
import type { Keyring } from "../../kernel/keyring.ts";
import { signId } from "../../kernel/signed-id.ts";
import type { Caller } from "../../platform/authorization/caller.ts";
import { signSessionToken } from "./session-token.ts";

/** Lifetime of each refresh token: a session ends after 30 days without a refresh. */
export const REFRESH_TOKEN_TTL_MS = 30 * DAY_MS;
/** Lifetime of a session, however often it is refreshed. */
export const SESSION_TTL_MS = 90 * DAY_MS;

/** An access token, and the refresh token that is exchanged for the next pair. */
export interface Credentials {
  accessToken: string;
  refreshToken: string;
  /** The session that both belong to, as the access token names it. */
  caller: Caller;
}

/** A refresh token's row, in a new session unless `familyId` names one. `createdAt` in epoch milliseconds. */
export async function newRefreshToken(
  keyring: Keyring,
  token: { userId: string; createdAt: number; familyId?: string; sessionStartedAt?: number },
): Promise<RefreshTokenRow> {
  const { userId, createdAt, sessionStartedAt = createdAt } = token;
  const id = newId(createdAt);
  return {
    id,
    tokenHash: await sha256Hex(await signRefreshToken(keyring, id)),
    userId,
    familyId: token.familyId ?? id,
    createdAt,
    expiresAt: Math.min(createdAt + REFRESH_TOKEN_TTL_MS, sessionStartedAt + SESSION_TTL_MS),
    usedAt: null,
    replacedBy: null,
    retryKeyHash: null,
    revokedAt: null,
  };
}

/** The token pair of a row. Deterministic: the same row gives the same pair again. */
export async function credentialsOf(
  keyring: Keyring,
  row: Pick<RefreshTokenRow, "id" | "userId" | "createdAt" | "familyId">,
): Promise<Credentials> {
  const { userId, createdAt, familyId } = row;
  const caller = { userId, issuedAt: createdAt, sessionId: familyId };
  const [accessToken, refreshToken] = await Promise.all([
    signSessionToken(keyring, caller),
    signRefreshToken(keyring, row.id),
  ]);
  return { accessToken, refreshToken, caller };
}

async function signRefreshToken(keyring: Keyring, id: string): Promise<string> {
  return signId(await keyring.keysFor("refresh_token"), id);
}

export type RefreshTokenRow = typeof refreshTokens.$inferSelect;

/** A live user's refresh token, with its session, and its successor if it was used. */
export function findRefreshToken(db: AccountsDatabase, presented: { id: string; tokenHash: string }) {
  const successor = alias(refreshTokens, "successor");
  return db
    .select({
      token: {
        ...getTableColumns(refreshTokens),
        id: aliased(refreshTokens.id, "token.id"),
        createdAt: aliased(refreshTokens.createdAt, "token.createdAt"),
        revokedAt: aliased(refreshTokens.revokedAt, "token.revokedAt"),
      },
      sessionsValidFrom: users.sessionsValidFrom,
      sessionStartedAt: aliased(sessions.createdAt, "session.createdAt"),
      successor: { id: successor.id, createdAt: successor.createdAt, revokedAt: successor.revokedAt },
    })
    .from(refreshTokens)
    .innerJoin(users, and(eq(users.id, refreshTokens.userId), isNull(users.deletedAt)))
    .innerJoin(sessions, eq(sessions.id, refreshTokens.familyId))
    .leftJoin(successor, eq(successor.id, refreshTokens.replacedBy))
    .where(and(eq(refreshTokens.id, presented.id), eq(refreshTokens.tokenHash, presented.tokenHash)))
    .limit(1);
}
