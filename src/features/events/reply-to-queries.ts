import { and, eq, gt, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { insertWhere } from "../../db/inserts.ts";
import { events } from "../../db/schema/events.ts";
import { replyToRequests } from "../../db/schema/texts.ts";

type RequestRow = typeof replyToRequests.$inferInsert;

/** Stores that an address has to be proved, in place of an earlier request of the event, if the guard holds. */
export function upsertReplyToRequest(db: Database, row: RequestRow, guard: SQL = sql`true`) {
  const { eventId, ...updates } = row;
  return insertWhere(db, replyToRequests, row, guard).onConflictDoUpdate({
    target: replyToRequests.eventId,
    set: updates,
  });
}

/** Ends the request of an event, so that the link of its mail does nothing any more, if the guard holds. */
export function deleteReplyToRequest(db: Database, eventId: string, guard: SQL = sql`true`) {
  return db.delete(replyToRequests).where(and(eq(replyToRequests.eventId, eventId), guard));
}

/** An open request by the hash of its link, with the event that it is about. */
export function findReplyToRequest(db: Database, tokenHash: string, now: number) {
  return db
    .select({ address: replyToRequests.address, eventName: events.name })
    .from(replyToRequests)
    .innerJoin(events, eq(events.id, replyToRequests.eventId))
    .where(and(isOpen(tokenHash, now), isNull(events.deletedAt)))
    .limit(1);
}

/** Uses the event's address for replies from now on: the one whose mail had this link, if the event still has it. */
export function verifyReplyTo(db: Database, tokenHash: string, now: number) {
  const asked = (column: typeof replyToRequests.eventId | typeof replyToRequests.address) =>
    sql`(select ${column} from ${replyToRequests} where ${isOpen(tokenHash, now)})`;
  return db
    .update(events)
    .set({ replyToVerifiedAt: now })
    .where(
      and(
        eq(events.id, asked(replyToRequests.eventId)),
        eq(events.replyTo, asked(replyToRequests.address)),
        isNull(events.deletedAt),
      ),
    )
    .returning({ id: events.id });
}

/** Uses a link up. */
export function deleteUsedRequest(db: Database, tokenHash: string) {
  return db.delete(replyToRequests).where(eq(replyToRequests.tokenHash, tokenHash));
}

function isOpen(tokenHash: string, now: number) {
  return and(eq(replyToRequests.tokenHash, tokenHash), gt(replyToRequests.expiresAt, now));
}
