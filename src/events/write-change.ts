import type { RequestContext } from "../context.ts";
import { runBatch } from "../db/batch.ts";
import { snakeName } from "../kernel/case.ts";
import { toWire } from "../kernel/clock.ts";
import { maskEmail } from "../kernel/email-address.ts";
import { actorOf } from "../platform/audit/actor.ts";
import { type AuditedState, recordAudit } from "../platform/audit/record.ts";
import { sealAfterResponse } from "../platform/audit/seal-records.ts";
import type { Member } from "../platform/authorization/authorize-member.ts";
import { hasRole } from "../platform/authorization/queries.ts";
import { storeActivities } from "../platform/outbox/store-activities.ts";
import { changeCapacity, seatCondition } from "./change-capacity.ts";
import { validateTimes } from "./event-times.ts";
import { gatherNotices, wakeForNotices } from "./notices/gather-notices.ts";
import { moveMessages } from "./notices/move-messages.ts";
import type { NoticedField } from "./notices/notice-of.ts";
import { type EventRow, hasValues, isAtTimes, updateEvent } from "./queries.ts";
import type { ReplyToChange } from "./reply-to.ts";

/** Columns that are times. */
const MOMENTS: ReadonlySet<string> = new Set(["eventDate", "endTime", "rsvpDeadline", "doorOpensAt"]);

/** The fields of an event that a change gives another value, by their names on the wire. */
export interface ChangedFields {
  keys: (keyof EventRow)[];
  names: string[];
  before: AuditedState;
  after: AuditedState;
}

/** The fields that a calendar entry shows. */
const CALENDAR_FIELDS = ["name", "description", "venue", "eventDate", "endTime"] as const;

/** A change as it is decided: its fields, and what goes with them. */
export interface Change {
  changes: Partial<EventRow>;
  shiftsOwn: boolean;
  /** Whether the capacity may become smaller than the seats that are taken. */
  force: boolean;
  replies: ReplyToChange;
  /** The fields of which guests are told. */
  noticed: readonly NoticedField[];
}

/**
 * Writes a change with its audit record, its reminders, and the message that offers seats; undefined when the changed fields, the
 * event's times, its seats or the caller's role changed since the read.
 */
export async function writeChange(
  ctx: RequestContext,
  member: Member,
  before: EventRow,
  { changes, shiftsOwn, force, noticed, replies }: Change,
): Promise<EventRow | undefined> {
  const { db, clock } = ctx;
  const after = { ...before, ...changes };
  validateTimes(after);
  const now = clock.now();
  const showsInCalendar = CALENDAR_FIELDS.some((field) => before[field] !== after[field]);
  const roleCondition = seatCondition(hasRole(db, member), { before, after, force });
  const { keys, names, ...states } = changedFields(before, changes);
  // The audit record says what the fields were before.
  const readCondition = hasValues(roleCondition, before, keys);
  const asRead = isAtTimes(db, before.id, before, readCondition);
  const guard = isAtTimes(db, before.id, after, roleCondition);
  const seats = changeCapacity(ctx, member, { before, after, force }, { before: asRead, after: guard });
  const entry = { eventId: before.id, ...actorOf(member), action: "event.updated" as const, target: null };
  const notice = { event: after, kind: "changed" as const, fields: noticed, createdBy: member.userId };
  const activity = storeActivities(
    ctx,
    before.id,
    names.length === 0 ? [] : [{ type: "event.updated", at: toWire(now), changed: names }],
    asRead,
  );
  const {
    notices,
    event: [event],
  } = await runBatch(db, {
    updated: names.length === 0 ? [] : [recordAudit(db, { ...entry, ...states, at: now }, asRead)],
    audit: seats.ahead,
    notices: gatherNotices(ctx, notice, asRead),
    replies: [...replies.statements(asRead), ...activity.statements],
    event: updateEvent(
      db,
      before.id,
      { asRead: before, roleCondition: readCondition },
      { ...changes, updatedAt: now },
      showsInCalendar,
    ),
    messages: moveMessages(ctx, { before, after }, { now, shiftsOwn, guard }),
    offers: seats.following,
  });
  wakeForNotices(ctx, notices);
  if (event === undefined) return undefined;
  seats.publish();
  activity.publishAfterResponse();
  if (names.length > 0) sealAfterResponse(ctx, event.id);
  return event;
}

/** What a change really changes, as the audit has it. An address for replies is somebody's own: it is masked. */
function changedFields(before: EventRow, changes: Partial<EventRow>): ChangedFields {
  const { replyToVerifiedAt: _, ...settings } = changes;
  const after = { ...before, ...settings };
  const keys = (Object.keys(settings) as (keyof EventRow)[]).filter((key) => before[key] !== after[key]);
  const stateOf = (row: EventRow): AuditedState =>
    Object.fromEntries(keys.map((key) => [snakeName(key), shown(key, row[key])]));
  return { keys, names: keys.map(snakeName), before: stateOf(before), after: stateOf(after) };
}

function shown(key: string, value: EventRow[keyof EventRow]): string | number | boolean | null {
  if (typeof value === "number" && MOMENTS.has(key)) return toWire(value);
  return key === "replyTo" && typeof value === "string" ? maskEmail(value) : value;
}
