import { and, eq, getTableColumns, gt, isNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { aliased } from "../../db/aliased.ts";
import type { AccountsDatabase } from "../../db/client.ts";
import { insertWhere } from "../../db/inserts.ts";
import { refreshTokens, users } from "../../db/schema/accounts.ts";
import { sessions } from "../../db/schema/sessions.ts";
import { type Account, isUnchanged } from "./queries.ts";

export type RefreshTokenRow = typeof refreshTokens.$inferSelect;
/** The first refresh token of a session, if the account is as it was read: not locked since, and the same password. */
export function insertFirstRefreshToken(db: AccountsDatabase, row: RefreshTokenRow, account: Account) {
  return insertWhere(
    db,
    refreshTokens,
    row,
    sql`exists (select 1 from ${users} where ${isUnchanged(account)})`,
  ).returning({
    id: refreshTokens.id,
  });
}

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

/** The successor of an unused refresh token. Returns no row when the token was used. */
export function insertSuccessor(db: AccountsDatabase, row: RefreshTokenRow, usedId: string, now: number) {
  const isStillUsable = sql`exists (select 1 from ${refreshTokens} where ${isUsable(usedId, now)})`;
  return insertWhere(db, refreshTokens, row, isStillUsable).returning({ id: refreshTokens.id });
}

/** Marks a refresh token as used, if it is usable. */
export function markRefreshTokenUsed(
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
