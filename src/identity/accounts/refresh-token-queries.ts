import { and, eq, getTableColumns, isNull } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { aliased } from "../../db/aliased.ts";
import type { AccountsDatabase } from "../../db/client.ts";
import { refreshTokens, users } from "../../db/schema/accounts.ts";
import { sessions } from "../../db/schema/sessions.ts";

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
