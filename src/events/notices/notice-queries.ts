import { and, desc, eq, getTableColumns, gt, gte, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { events } from "../../db/schema/events.ts";
import { messages } from "../../db/schema/messages.ts";
import { firstIdOf } from "../../kernel/ids.ts";

/** The columns of an event whose changes a notice tells. */
type NoticedColumn = "name" | "description" | "venue" | "eventDate" | "endTime" | "timezone" | "cancelledAt";

/** A notice before it is written. Times in epoch milliseconds. */
export interface NewNotice {
  eventId: string;
  id: string;
  notice: "changed" | "cancelled" | "reinstated";
  /** What the change that causes it sets; the statement reads their values of before. */
  fields: readonly NoticedColumn[];
  /** For the list of messages. */
  subject: string;
  sendAt: number;
  createdBy: string;
  now: number;
}

const IS_WAITING = sql`${messages.notice} is not null and ${messages.status} = 'scheduled'`;

/**
 * Schedules a notice, or adds to the one that waits: it keeps the values that guests know, and the earlier time. Comes
 * before the change in its batch, because it reads the values that the change replaces.
 * @param guard the condition of the change
 */
export function gatherNotice(db: Database, input: NewNotice, guard: SQL) {
  const { eventId, id, notice, fields, subject, sendAt, createdBy, now } = input;
  const known = sql.join(
    fields.map((field) => sql`${field}, json_array(${events[field]})`),
    sql`, `,
  );
  const values: Record<string, unknown> = {
    ...{ eventId, id, slug: null, audience: "everyone", channel: "email", subject, body: "", sendAt },
    ...{ status: "scheduled", createdBy, createdAt: now, updatedAt: now, claimedAt: null, finishedAt: null },
    ...{ ownTime: false, skipped: false, notice, segment: null, translations: null },
  };
  const cells = Object.entries(getTableColumns(messages)).map(([key, column]) =>
    key === "changedFrom" ? sql`json_object(${known})` : sql.param(values[key], column),
  );
  return db
    .insert(messages)
    .select(sql`select ${sql.join(cells, sql`, `)} from ${events} where ${events.id} = ${eventId} and ${guard}`)
    .onConflictDoUpdate({
      target: messages.eventId,
      targetWhere: IS_WAITING,
      set: {
        changedFrom: sql`json_patch(excluded.changed_from, ${messages.changedFrom})`,
        notice: sql`excluded.notice`,
        subject: sql`excluded.subject`,
        sendAt: sql`min(${messages.sendAt}, excluded.send_at)`,
        updatedAt: now,
      },
    })
    .returning({ sendAt: messages.sendAt });
}

/** The notices of an event since a moment, newest first, without those that had nothing to tell. */
export function listNotices(db: Database, eventId: string, since: number) {
  return db
    .select({ notice: messages.notice, status: messages.status, createdAt: messages.createdAt })
    .from(messages)
    .where(
      and(
        eq(messages.eventId, eventId),
        // Ids begin with their time.
        gte(messages.id, firstIdOf(since)),
        isNotNull(messages.notice),
        sql`${messages.status} <> 'cancelled'`,
      ),
    )
    .orderBy(desc(messages.id));
}

/** Skips what is scheduled for an event that is being cancelled, but for its notice. */
export function skipScheduled(db: Database, eventId: string, now: number, guard: SQL) {
  return db
    .update(messages)
    .set({ status: "cancelled", skipped: true, updatedAt: now })
    .where(and(eq(messages.eventId, eventId), eq(messages.status, "scheduled"), isNull(messages.notice), guard));
}

/** Brings back what was skipped with a time of a host's choosing that is still to come. */
export function restoreOwnTimes(db: Database, eventId: string, now: number, guard: SQL) {
  return db
    .update(messages)
    .set({ status: "scheduled", skipped: false, updatedAt: now })
    .where(
      and(
        eq(messages.eventId, eventId),
        eq(messages.status, "cancelled"),
        eq(messages.skipped, true),
        eq(messages.ownTime, true),
        gt(messages.sendAt, now),
        guard,
      ),
    );
}

/** Cancels the drafts and scheduled messages of an event that is being deleted, if the guard holds. */
export function cancelPending(db: Database, eventId: string, now: number, guard: SQL) {
  return db
    .update(messages)
    .set({ status: "cancelled", updatedAt: now })
    .where(and(eq(messages.eventId, eventId), sql`${messages.status} in ('draft', 'scheduled')`, guard));
}
