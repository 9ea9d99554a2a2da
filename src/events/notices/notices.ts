import type { SQL } from "drizzle-orm";
import { and, desc, eq, getTableColumns, gt, gte, isNotNull, or, sql } from "drizzle-orm";

import type { RequestContext } from "../../context.ts";
import type { Database } from "../../db/client.ts";
import { insertWhere } from "../../db/inserts.ts";
import { events } from "../../db/schema/events.ts";
import { messages } from "../../db/schema/messages.ts";
import { DAY_MS, MINUTE_MS, SECOND_MS } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import { firstIdOf, newId } from "../../kernel/ids.ts";
import type { EventCaller } from "../../platform/authorization/authorize-member.ts";
import { wakeSchedulerFor } from "../../platform/scheduler/arm.ts";
import { findSender } from "../../sending/queries.ts";
import type { DueReminder } from "../reminders/reminders.ts";
import { reminderRow } from "../reminders/reminders.ts";

import type { NoticedField, NoticeKind } from "./notice-of.ts";

export function scheduleReminders(
  db: RequestContext["db"],
  eventId: string,
  reminders: readonly DueReminder[],
  now: number,
  guard: SQL,
) {
  return reminders.flatMap((reminder) => [
    moveReminder(db, eventId, reminder, now, guard),
    insertMissingReminder(db, eventId, reminder, now, guard),
  ]);
}

/**
 * Schedules an automatic reminder that the event does not have, because its time was past so far.
 * @param guard the condition under which the event has the time that the reminder was computed from
 */
function insertMissingReminder(db: Database, eventId: string, reminder: DueReminder, now: number, guard: SQL) {
  const known = db
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.eventId, eventId), eq(messages.slug, reminder.slug)));
  const isMissing = sql`not exists ${known} and ${guard}`;
  return insertWhere(db, messages, reminderRow(eventId, reminder, now), isMissing);
}

/**
 * Reschedules an automatic reminder after the event was moved, also one that was skipped. One that was sent, that a host
 * cancelled, or whose time a host chose stays so. The guard is as in `insertMissingReminder`.
 */
function moveReminder(db: Database, eventId: string, reminder: DueReminder, now: number, guard: SQL) {
  const isWaiting = and(eq(messages.status, "scheduled"), eq(messages.ownTime, false));
  const isSkipped = and(eq(messages.status, "cancelled"), eq(messages.skipped, true), eq(messages.ownTime, false));
  return db
    .update(messages)
    .set({ sendAt: reminder.sendAt, status: "scheduled", skipped: false, updatedAt: now })
    .where(and(eq(messages.eventId, eventId), eq(messages.slug, reminder.slug), or(isWaiting, isSkipped), guard));
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

const LEADS: Record<NoticeKind, string> = {
  changed: "Changed",
  cancelled: "Cancelled",
  reinstated: "It's on again",
};

/** The beginning of a notice's subject, and all of it in the list of messages: `Cancelled: Garden party`. */
export function noticeSubject(kind: NoticeKind, eventName: string): string {
  return `${LEADS[kind]}: ${eventName}`;
}

/** Notices of an event in 24 hours: of changes, and beside them of cancelling and reinstating. */
const NOTICES_A_DAY = 6;

/** A notice that was asked for, and is neither cancelled nor without anything to tell. `createdAt` in epoch milliseconds. */
export interface PastNotice {
  notice: NoticeKind | null;
  status: string;
  createdAt: number;
}

/**
 * Refuses a notice when the event had as many as it may in 24 hours: a notice is no newsletter. One that waits takes the
 * change in and is none more. Cancelling has a budget of its own, so that changes never use it up.
 * @param past of the last 24 hours
 * @throws AppError 429 `notice_limit` with `retry_after`
 */
export function requireNotice(kind: NoticeKind, past: readonly PastNotice[], now: number): void {
  if (past.some(({ status }) => status === "scheduled")) return;
  const counted = past.filter(({ notice }) => (notice === "changed") === (kind === "changed"));
  if (counted.length < NOTICES_A_DAY) return;
  const oldest = Math.min(...counted.map(({ createdAt }) => createdAt));
  const seconds = Math.max(1, Math.ceil((oldest + DAY_MS - now) / SECOND_MS));
  throw new AppError("notice_limit", { retry_after: seconds, limit: NOTICES_A_DAY });
}

/** Changes within so long of the first one are one mail. */
const CHANGES_WAIT_MS = 10 * MINUTE_MS;

/** Long enough to take a slip back, short enough for an evening that is rained off. */
const CANCELLING_WAIT_MS = 2 * MINUTE_MS;

/** What a notice is about. */
export interface NoticeInput {
  event: { id: string; name: string };
  kind: NoticeKind;
  /** The fields that the change sets. */
  fields: readonly NoticedField[];
  createdBy: string;
}

/** What `planNotices` and `requireNotice` decide by, for the batch that reads the event. Nothing where nobody is told. */
export function readNotices({ db, clock }: RequestContext, { eventId, session }: EventCaller, isTold: boolean) {
  const now = clock.now();
  return {
    notices: isTold ? [listNotices(db, eventId, now - DAY_MS)] : [],
    senders: isTold ? [findSender(db, eventId, session.userId, now)] : [],
  };
}

/**
 * The statements that have guests told of a change, for the batch of the change and before it. Nothing without fields.
 * @param guard the condition of the change
 */
export function gatherNotices({ db, clock }: RequestContext, input: NoticeInput, guard: SQL) {
  const { event, kind, fields, createdBy } = input;
  if (fields.length === 0) return [];
  const now = clock.now();
  const sendAt = now + (kind === "changed" ? CHANGES_WAIT_MS : CANCELLING_WAIT_MS);
  const row = { eventId: event.id, id: newId(now), notice: kind, fields, sendAt, createdBy, now };
  return [gatherNotice(db, { ...row, subject: noticeSubject(kind, event.name) }, guard)];
}

/** Has the Scheduler send what `gatherNotices` wrote when it is due. @param written its results */
export function wakeForNotices(ctx: RequestContext, written: readonly (readonly { sendAt: number | null }[])[]): void {
  for (const { sendAt } of written.flat()) wakeSchedulerFor(ctx, { status: "scheduled", sendAt });
}

/** The columns of an event whose changes a notice tells. */
type NoticedColumn = "name" | "description" | "venue" | "eventDate" | "endTime" | "timezone" | "cancelledAt";

/** A notice before it is written. Times in epoch milliseconds. */
interface NewNotice {
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
function gatherNotice(db: Database, input: NewNotice, guard: SQL) {
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
function listNotices(db: Database, eventId: string, since: number) {
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
