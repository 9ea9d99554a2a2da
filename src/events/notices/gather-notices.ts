import type { SQL } from "drizzle-orm";
import { and, desc, eq, getTableColumns, gte, isNotNull, sql } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import type { Database } from "../../db/client.ts";
import { events } from "../../db/schema/events.ts";
import { messages } from "../../db/schema/messages.ts";
import { DAY_MS, MINUTE_MS } from "../../kernel/clock.ts";
import { firstIdOf, newId } from "../../kernel/ids.ts";
import type { EventCaller } from "../../platform/authorization/authorize-member.ts";
import { wakeSchedulerFor } from "../../platform/scheduler/wake-scheduler-for.ts";
import { findSender } from "../../sending/queries.ts";
import type { NoticedField, NoticeKind } from "./notice-of.ts";
import { noticeSubject } from "./notice-subject.ts";

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
