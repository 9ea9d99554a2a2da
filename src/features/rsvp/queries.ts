import { and, desc, eq, gt, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { type Placeholders, prepared } from "../../db/prepared-statement.ts";
import { editNonces } from "../../db/schema/guests.ts";
import { rsvpRevisions, rsvps } from "../../db/schema/rsvps.ts";
import { MAX_EDITS } from "./rules.ts";

export type RsvpRow = typeof rsvps.$inferSelect;
export type RevisionRow = typeof rsvpRevisions.$inferSelect;

/** Inserts a guest's RSVP. Violates UNIQUE if there is one, and FOREIGN KEY if the guest was deleted. */
export const insertRsvp = prepared((db, params: Placeholders<RsvpRow>) =>
  db.insert(rsvps).values({
    eventId: params.eventId,
    guestId: params.guestId,
    id: params.id,
    response: params.response,
    plusOnes: params.plusOnes,
    riskScore: params.riskScore,
    editCount: params.editCount,
    userAgent: params.userAgent,
    fingerprint: params.fingerprint,
    submittedAt: params.submittedAt,
    updatedAt: params.updatedAt,
  }),
);

/** The RSVP to edit, and what allows the edit. */
export interface EditTarget {
  eventId: string;
  guestId: string;
  /** Hash of the nonce that allows the edit; null if the device that submitted the RSVP edits it. */
  nonceHash: string | null;
  now: number;
}

/**
 * Condition of an edit, for every statement of its batch: an edit is left, and the nonce, if there is one, is neither
 * used nor expired. All statements see the same state, because a batch is one transaction.
 */
export function mayEdit(target: EditTarget): SQL {
  return sql`exists (select 1 from ${rsvps} where ${editable(target)})`;
}

/** Stores the state that an edit replaces as a revision. */
export function insertRevision(db: Database, target: EditTarget) {
  const columns = sql`${rsvps.eventId}, ${rsvps.guestId}, ${rsvps.editCount}, ${rsvps.response}, ${rsvps.plusOnes}, ${rsvps.updatedAt}, ${target.now}`;
  return db.insert(rsvpRevisions).select(sql`select ${columns} from ${rsvps} where ${editable(target)}`);
}

/** Writes the new state and counts the edit; returns no row if the condition does not hold. */
export function updateRsvp(
  db: Database,
  target: EditTarget,
  changes: Partial<Pick<RsvpRow, "response" | "plusOnes">> & Pick<RsvpRow, "riskScore">,
) {
  return db
    .update(rsvps)
    .set({ ...changes, editCount: sql`${rsvps.editCount} + 1`, updatedAt: target.now })
    .where(editable(target))
    .returning();
}

/** Selects the RSVP while it may be edited. */
function editable({ eventId, guestId, nonceHash, now }: EditTarget): SQL | undefined {
  const own = and(eq(rsvps.eventId, eventId), eq(rsvps.guestId, guestId), lt(rsvps.editCount, MAX_EDITS));
  if (nonceHash === null) return own;
  const usable = and(eq(editNonces.nonceHash, nonceHash), isNull(editNonces.usedAt), gt(editNonces.expiresAt, now));
  return and(own, sql`exists (select 1 from ${editNonces} where ${usable})`);
}

/** Marks a nonce as used. */
export function useNonce(db: Database, nonceHash: string, now: number) {
  return db
    .update(editNonces)
    .set({ usedAt: now })
    .where(and(eq(editNonces.nonceHash, nonceHash), isNull(editNonces.usedAt)));
}

/** The revisions of an RSVP, newest first. */
export function listRevisions(db: Database, eventId: string, guestId: string) {
  return db
    .select()
    .from(rsvpRevisions)
    .where(and(eq(rsvpRevisions.eventId, eventId), eq(rsvpRevisions.guestId, guestId)))
    .orderBy(desc(rsvpRevisions.revision));
}
