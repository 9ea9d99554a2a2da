import type { SQL } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import { DAY_MS, MINUTE_MS } from "../../kernel/clock.ts";
import { newId } from "../../kernel/ids.ts";
import type { EventCaller } from "../../platform/authorization/authorize-member.ts";
import { wakeSchedulerFor } from "../../platform/scheduler/wake-scheduler-for.ts";
import { findSender, type SenderRow } from "../../sending/queries.ts";
import { requireMaySend } from "../../sending/require-sender.ts";
import { type NoticedEvent, type NoticedField, type NoticeKind, noticedFields } from "./notice-of.ts";
import { gatherNotice, listNotices } from "./notice-queries.ts";
import { noticeSubject } from "./notice-subject.ts";
import { type PastNotice, requireNotice } from "./require-notice.ts";

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
 * The fields of a change of which guests are told; none for a cancelled event.
 * @param sending the results of `readNotices`
 * @throws AppError 403 `email_unverified`, `sending_paused`, 429 `notice_limit`
 */
export function planNotices(
  { clock }: RequestContext,
  { before, changes }: { before: NoticedEvent; changes: Partial<NoticedEvent> },
  sending: { notices: readonly PastNotice[][]; senders: readonly SenderRow[][] },
): NoticedField[] {
  const noticed = before.cancelledAt === null ? noticedFields(before, changes) : [];
  if (noticed.length === 0) return [];
  requireMaySend(sending.senders.flat()[0]);
  requireNotice("changed", sending.notices.flat(), clock.now());
  return noticed;
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
