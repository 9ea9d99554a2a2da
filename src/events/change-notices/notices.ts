import { and, desc, eq, gte, isNotNull, sql } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import type { Database } from "../../db/client.ts";
import { insertFrom } from "../../db/inserts.ts";
import { one } from "../../db/one.ts";
import { events } from "../../db/schema/events.ts";
import { messages } from "../../db/schema/messages.ts";
import { DAY_MS, MINUTE_MS } from "../../kernel/clock.ts";
import { firstIdOf, newId } from "../../kernel/ids.ts";
import { type MaybeByKey, unnotifiedReason } from "../../platform/authorization/api-key.ts";
import type { EventCaller } from "../../platform/authorization/authorize-member.ts";
import { wakeSchedulerFor } from "../../platform/scheduler/arm.ts";
import { findSender, type SenderRow } from "../../sending/budgets.ts";
import { NOTIFIED_YES, type Notified, notNotified } from "../../sending/notify.ts";
import { senderStop } from "../../sending/require-sender.ts";
import type { NoticedField, NoticeKind } from "./notice-of.ts";

const LEADS: Record<NoticeKind, string> = {
  changed: "Changed",
  cancelled: "Cancelled",
  reinstated: "It's on again",
};

/** The beginning of a notice's subject, and all of it in the list of messages: `Cancelled: Garden party`. */
export function noticeSubject(kind: NoticeKind, eventName: string): string {
  return `${LEADS[kind]}: ${eventName}`;
}

/**
 * Notices per event in 24 hours. Changes have this limit; cancelling and reinstating share a second one of the same
 * size.
 */
const NOTICES_A_DAY = 6;

/** A requested notice that is neither cancelled nor empty. */
type PastNotice = Pick<typeof messages.$inferSelect, "notice" | "status">;

/**
 * Decides whether guests are emailed about a change or decision of the caller. Its recipients count in the host's budget when they are
 * listed, so here the budget must have room for one.
 * @param fields that the change sets to another value
 */
export function decideNotice(
  caller: MaybeByKey,
  kind: NoticeKind,
  { isWanted, fields }: { isWanted: boolean; fields: readonly NoticedField[] },
  { notices, sender }: { notices: readonly PastNotice[] | undefined; sender: SenderRow | undefined },
): Notified {
  if (!isWanted) return notNotified("not_requested");
  if (fields.length === 0) return notNotified("no_change");
  const stopped = unnotifiedReason(caller) ?? senderStop(sender, 1);
  if (stopped !== null) return notNotified(stopped);
  return isOverLimit(kind, notices ?? []) ? notNotified("notice_limit") : NOTIFIED_YES;
}

/**
 * True if the event has reached its limit of notices for 24 hours. A notice that is still scheduled absorbs the change
 * and does not count again. Cancelling has a separate limit, so changes never use it up.
 * @param past the notices of the last 24 hours
 */
function isOverLimit(kind: NoticeKind, past: readonly PastNotice[]): boolean {
  if (past.some(({ status }) => status === "scheduled")) return false;
  return past.filter(({ notice }) => (notice === "changed") === (kind === "changed")).length >= NOTICES_A_DAY;
}

/** Changes within this time after the first one are sent as one email. */
const CHANGES_WAIT_MS = 10 * MINUTE_MS;

/** Long enough to take a slip back, short enough for an evening that is rained off. */
const CANCELLING_WAIT_MS = 2 * MINUTE_MS;

/** A decision or change to notify guests about. */
export interface NoticeInput {
  event: { id: string; name: string };
  kind: NoticeKind;
  /** The fields that the change sets. */
  fields: readonly NoticedField[];
  createdBy: string;
  /** Whether to leave out guests whom no email has reached. A cancellation leaves out none. */
  skipNeverEmailed: boolean;
}

/** The queries for `decideNotice`, for the batch that reads the event. None if guests are not to be notified. */
export function readNotices({ db, clock }: RequestContext, { eventId, session }: EventCaller, isWanted: boolean) {
  const now = clock.now();
  return {
    notices: isWanted && listNotices(db, eventId, now - DAY_MS),
    sender: isWanted && one(findSender(db, eventId, session.userId, now)),
  };
}

const IS_WAITING = sql`${messages.notice} is not null and ${messages.status} = 'scheduled'`;

/**
 * Returns the statement that schedules a notice, or adds to the scheduled one, which keeps the values that guests know
 * and the earlier time. Run it before the change in its batch, because it reads the values that the change replaces.
 * None without fields.
 */
export function scheduleNotices(
  { db, clock }: RequestContext,
  { event, kind, fields, createdBy, skipNeverEmailed }: NoticeInput,
) {
  if (fields.length === 0) return [];
  const now = clock.now();
  const known = sql.join(
    fields.map((field) => sql`${field}, json_array(${events[field]})`),
    sql`, `,
  );
  const row = {
    eventId: event.id,
    id: newId(now),
    slug: null,
    audience: "everyone" as const,
    channel: "email" as const,
    subject: noticeSubject(kind, event.name),
    body: "",
    notice: kind,
    segment: null,
    translations: null,
    sendAt: now + (kind === "changed" ? CHANGES_WAIT_MS : CANCELLING_WAIT_MS),
    ownTime: false,
    skipReason: null,
    status: "scheduled" as const,
    createdBy,
    createdAt: now,
    updatedAt: now,
    claimedAt: null,
    finishedAt: null,
    changedFrom: sql`json_object(${known})`,
    skipNeverEmailed: skipNeverEmailed && kind !== "cancelled",
  };
  const notice = insertFrom(db, messages, row, sql`from ${events} where ${events.id} = ${event.id}`)
    .onConflictDoUpdate({
      target: messages.eventId,
      targetWhere: IS_WAITING,
      set: {
        changedFrom: sql`json_patch(excluded.changed_from, ${messages.changedFrom})`,
        notice: sql`excluded.notice`,
        // If one of the changes is for everybody, so is the email.
        skipNeverEmailed: sql`min(${messages.skipNeverEmailed}, excluded.skip_never_emailed)`,
        subject: sql`excluded.subject`,
        sendAt: sql`min(${messages.sendAt}, excluded.send_at)`,
        updatedAt: now,
      },
    })
    .returning({ sendAt: messages.sendAt });
  return [notice];
}

/** Schedules the Scheduler for the notices that `scheduleNotices` wrote. @param written the results of its statements */
export function armForNotices(ctx: RequestContext, written: readonly (readonly { sendAt: number | null }[])[]): void {
  for (const { sendAt } of written.flat()) wakeSchedulerFor(ctx, { status: "scheduled", sendAt });
}

/** Lists the notices of an event since a time, newest first, without empty ones. */
function listNotices(db: Database, eventId: string, since: number) {
  return db
    .select({ notice: messages.notice, status: messages.status })
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
