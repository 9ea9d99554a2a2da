import { eq, sql } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import { one } from "../db/one.ts";
import { type EventRow, events } from "../db/schema/events.ts";
import type { LiveActivity } from "../platform/activities/live-event.ts";
import { isSilent } from "../platform/authorization/api-key.ts";
import type { Member } from "../platform/authorization/authorize-member.ts";
import { type Audited, commit, type Part } from "../platform/commit/commit.ts";
import { nextVersion, unchanged } from "../platform/commit/unchanged.ts";
import type { NoticedField, NoticeKind } from "./change-notices/notice-of.ts";
import { armForNotices, scheduleNotices } from "./change-notices/notices.ts";
import type { EventChange, EventReaction } from "./event-change.ts";
import { moveMessages } from "./reminders/move-messages.ts";
import { changeSeats } from "./seats/change-seats.ts";

/** The reactions to an event that is created, changed, cancelled or reinstated, in the order of the batch. */
const REACTIONS: readonly EventReaction[] = [moveMessages, changeSeats];

/** Returns the reactions to a change, for the commit of the change. */
export function reactionsTo(ctx: RequestContext, change: EventChange): Part[] {
  return REACTIONS.map((react) => react(ctx, change));
}

/** A decided change of an event. */
export interface EventWrite extends Omit<EventChange, "before" | "after" | "isSilent"> {
  columns: Partial<EventRow>;
  kind: NoticeKind;
  /** The changed fields that guests are notified about. */
  noticed: readonly NoticedField[];
  /** Whether the notice leaves out guests whom no email has reached. */
  skipNeverEmailed?: boolean;
  audit: Audited | null;
  activities: readonly LiveActivity[];
  replies?: Part;
}

/** Writes a change of an event with its notice and the reactions to it. @throws LostRace with `event_changed` */
export async function writeEvent(
  ctx: RequestContext,
  member: Member,
  before: EventRow,
  { columns, kind, noticed, skipNeverEmailed = false, audit, activities, replies = {}, ...chosen }: EventWrite,
): Promise<EventRow> {
  const { now } = chosen;
  const after = { ...before, ...columns };
  const notice = { event: after, kind, fields: noticed, createdBy: member.userId, skipNeverEmailed };
  const { notices, event } = await commit(ctx, {
    by: member,
    guard: [unchanged(events, { id: before.id }, before)],
    changes: { notices: scheduleNotices(ctx, notice), event: one(updateEvent(ctx.db, before, after, columns, now)) },
    audit,
    activities,
    parts: [...reactionsTo(ctx, { ...chosen, before, after, isSilent: isSilent(member.session) }), replies],
    at: now,
    lost: "event_changed",
  });
  armForNotices(ctx, notices);
  return event ?? after;
}

/** The fields that a calendar entry shows. */
const CALENDAR_FIELDS = ["name", "description", "venue", "eventDate", "endTime", "cancelledAt"] as const;

/** Updates an event, and the SEQUENCE of its calendar entry (RFC 5545) where the entry shows the change. */
function updateEvent(
  db: RequestContext["db"],
  before: EventRow,
  after: EventRow,
  columns: Partial<EventRow>,
  now: number,
) {
  const showsInCalendar = CALENDAR_FIELDS.some((field) => before[field] !== after[field]);
  const sequence = showsInCalendar ? { calendarSequence: sql`${events.calendarSequence} + 1` } : {};
  return db
    .update(events)
    .set({ ...columns, ...sequence, updatedAt: nextVersion(events, now) })
    .where(eq(events.id, before.id))
    .returning();
}
