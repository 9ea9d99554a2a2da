import { and, desc, eq, gt, lt } from "drizzle-orm";
import type { AccountsDatabase } from "../../db/client.ts";
import { sessions } from "../../db/schema/sessions.ts";

export type ListedSession = Awaited<ReturnType<typeof listSessions>>[number];

/** A page of a user's sessions that have neither ended nor expired, the one that was started last first. */
export function listSessions(
  db: AccountsDatabase,
  { userId, now }: { userId: string; now: number },
  beforeId: string | null,
  limit: number,
) {
  return db
    .select()
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        gt(sessions.expiresAt, now),
        beforeId === null ? undefined : lt(sessions.id, beforeId),
      ),
    )
    .orderBy(desc(sessions.id))
    .limit(limit);
}
