import { eq, sql } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import { type EventRow, events } from "../db/schema/events.ts";
import { type Authentication, findAuthentication } from "../identity/second-factors/queries.ts";
import { requireStepUp } from "../identity/second-factors/require-step-up.ts";
import { snakeName } from "../kernel/case.ts";
import { toIsoTime } from "../kernel/clock.ts";
import { definedOnly } from "../kernel/defined-only.ts";
import { maskEmail } from "../kernel/email-address.ts";
import { AppError, notFound, nothingToChange } from "../kernel/errors.ts";
import { eventWindow } from "../kernel/event-window.ts";
import { monitorOf } from "../platform/activities/monitors.ts";
import type { AuditedState } from "../platform/audit/record.ts";
import {
  authorizeMember,
  type EventCaller,
  type Member,
  roleTooLow,
} from "../platform/authorization/authorize-member.ts";
import type { Role } from "../platform/authorization/caller.ts";
import { findLiveSession } from "../platform/authorization/session-queries.ts";
import { commit, type Part, retried } from "../platform/commit/commit.ts";
import { nextVersion, unchanged } from "../platform/commit/unchanged.ts";
import { findSender, type SenderRow } from "../sending/budgets.ts";
import { requireMaySend } from "../sending/require-sender.ts";
import { type NoticedEvent, type NoticedField, noticedFields } from "./change-notices/notice-of.ts";
import {
  armForNotices,
  type PastNotice,
  readNotices,
  requireNotice,
  scheduleNotices,
  scheduleReminders,
} from "./change-notices/notices.ts";
import { validateTimes } from "./event-times.ts";
import { findEvent } from "./queries.ts";
import { type RemindedEvent, remindersOf, shiftOwnTimes, skipReminders } from "./reminders/reminders.ts";
import { planReplyTo, type ReplyToChange, SAME_REPLY_TO } from "./reply-to.ts";
import type { EventChanges } from "./schemas.ts";
import { findEventSeats, holdsSeated, listSeated, seatsFreed } from "./seats/seats.ts";

/** Columns that are times. */
const MOMENTS: ReadonlySet<string> = new Set(["eventDate", "endTime", "rsvpDeadline", "doorOpensAt"]);

/** The maximum number of guests that the error lists. */
const MAX_NAMED = 100;

/** Attempts to write a change while parallel requests change the event. */
const MAX_ATTEMPTS = 5;

/**
 * Changes an event; absent fields stay unchanged. Unsent reminders move with the event's time (`moveMessages`). An
 * address for replies is verified first (`planReplyTo`). With `notify`, guests are emailed (`planNotices`). If the
 * capacity grows, waitlisted parties are offered the new seats.
 * @throws AppError 400 for times that contradict each other, errors of `planReplyTo` and `planNotices`, 409
 * `capacity_below_seated` unless it is forced, 409 `event_changed` if every retry conflicts with another write
 */
export async function changeEvent(
  ctx: RequestContext,
  caller: EventCaller,
  changes: EventChanges,
): Promise<{ event: EventRow; role: Role }> {
  // Plan in the first attempt only, because planning counts an email against a rate limit.
  let replies: ReplyToChange | undefined;
  return change(ctx, caller, changes, async (...plan) => {
    replies ??= await planReplyTo(...plan);
    return replies;
  });
}

const change = retried(
  async (
    ctx: RequestContext,
    caller: EventCaller,
    { shiftMessages = false, notify = false, force = false, replyTo, ...fields }: EventChanges,
    planOnce: typeof planReplyTo,
  ): Promise<{ event: EventRow; role: Role }> => {
    const changes = definedOnly(fields);
    if (Object.keys(changes).length === 0 && replyTo === undefined) throw nothingToChange();
    const {
      member,
      before: [before],
      editor,
      factors,
      ...also
    } = await authorizeMember(
      ctx,
      caller,
      {
        before: findEvent(ctx.db, caller.eventId),
        ...capacityReads(ctx.db, caller.eventId, force ? null : changes.capacity),
        ...readNotices(ctx, caller.eventId, notify),
        senders: notify ? [findSender(ctx.db, caller.eventId, caller.session.userId, ctx.clock.now())] : [],
      },
      {
        editor: replyTo === undefined ? [] : [findLiveSession(ctx.accountsDb, caller.session)],
        factors: fields.requireSecondFactor === undefined ? [] : [findAuthentication(ctx.accountsDb, caller.session)],
      },
    );
    if (before === undefined) throw notFound();
    if (fields.requireSecondFactor !== undefined) await requireFactorOfOwner(ctx, member, factors.flat());
    requireRoomForSeated(force ? null : changes.capacity, also);
    const [user] = editor.flat();
    const replies = replyTo === undefined || !user ? SAME_REPLY_TO : await planOnce(ctx, before, replyTo, user);
    const event = await writeChange(ctx, member, before, {
      changes: { ...changes, ...replies.columns },
      shiftsOwn: shiftMessages,
      force,
      replies: replies.part,
      noticed: notify ? planNotices(ctx, { before, changes }, also) : [],
    });
    // Monitors of members with a second factor connect again.
    if (changes.requireSecondFactor) ctx.defer(() => monitorOf(ctx, event.id).disconnect(null));
    return { event, role: member.role };
  },
  MAX_ATTEMPTS,
);

type Database = RequestContext["db"];

/** Queries for the check of a new capacity, to run with the read of the event. None unless a capacity is set. */
function capacityReads(db: Database, eventId: string, capacity: number | null | undefined) {
  const isLimited = typeof capacity === "number";
  return {
    seats: isLimited ? [findEventSeats(db, eventId)] : [],
    seated: isLimited ? [listSeated(db, eventId, MAX_NAMED)] : [],
  };
}

/** The results of `capacityReads`. */
interface Read {
  seats: Awaited<ReturnType<typeof findEventSeats>>[];
  seated: Awaited<ReturnType<typeof listSeated>>[];
}

/**
 * Rejects a capacity below the number of seated people.
 * @throws AppError 409 `capacity_below_seated` with the number that are `held`, and the guests who do not fit: the
 * latest RSVPs, at most 100
 */
function requireRoomForSeated(capacity: number | null | undefined, { seats, seated }: Read): void {
  const held = seats.flat()[0]?.held ?? 0;
  if (typeof capacity !== "number" || held <= capacity) return;
  let over = held - capacity;
  const guests: { guest_id: string; name: string; heads: number }[] = [];
  for (const { guestId, name, heads } of seated.flat()) {
    if (over <= 0) break;
    guests.push({ guest_id: guestId, name, heads });
    over -= heads;
  }
  throw new AppError("capacity_below_seated", { held, guests });
}

/**
 * Throws unless the caller may say whether the event requires a second factor of its members.
 * @throws AppError 403 `role_too_low` for others than owners, `session_required` for an API key,
 * `second_factor_required` for an owner without one, `step_up_required`
 */
async function requireFactorOfOwner(
  ctx: RequestContext,
  { role, session }: Member,
  authentication: readonly Authentication[],
): Promise<void> {
  if (role !== "owner") throw roleTooLow("owner");
  if (session.apiKey !== undefined) throw new AppError("session_required");
  const [found] = authentication;
  if (found !== undefined && !found.hasTotp && !found.hasPasskey) throw new AppError("member_factor_required");
  await requireStepUp(ctx, session, authentication);
}

/** The fields that a calendar entry shows. */
const CALENDAR_FIELDS = ["name", "description", "venue", "eventDate", "endTime"] as const;

/** A decided change: its fields and their effects. */
interface Change {
  changes: Partial<EventRow>;
  shiftsOwn: boolean;
  /** Whether the capacity may be less than the taken seats. */
  force: boolean;
  replies: Part;
  /** The changed fields that guests are notified about. */
  noticed: readonly NoticedField[];
}

/** Writes a change with its audit record, its reminders, and the message that offers seats. @throws LostRace */
async function writeChange(
  ctx: RequestContext,
  member: Member,
  before: EventRow,
  { changes, shiftsOwn, force, noticed, replies }: Change,
): Promise<EventRow> {
  const { db, clock } = ctx;
  const { id } = before;
  const after = { ...before, ...changes };
  validateTimes(after);
  const now = clock.now();
  const { names, ...states } = changedFields(before, changes);
  const notice = { event: after, kind: "changed" as const, fields: noticed, createdBy: member.userId };
  const {
    notices,
    event: [event],
  } = await commit(ctx, {
    by: member,
    guard: [unchanged(events, { id }, before)],
    changes: {
      notices: scheduleNotices(ctx, notice),
      event: updateEvent(db, before, changes, now),
      messages: moveMessages(ctx, { before, after }, { now, shiftsOwn }),
    },
    audit: names.length === 0 ? null : { action: "event.updated", ...states },
    activities: names.length === 0 ? [] : [{ type: "event.updated", at: toIsoTime(now), changed: names }],
    parts: [replies, changedCapacity(ctx, before, after, force)],
    at: now,
    lost: "event_changed",
  });
  armForNotices(ctx, notices);
  return event ?? after;
}

/** Updates an event, and the SEQUENCE of its calendar entry (RFC 5545) where the entry shows the change. */
function updateEvent(db: Database, before: EventRow, changes: Partial<EventRow>, now: number) {
  const after = { ...before, ...changes };
  const showsInCalendar = CALENDAR_FIELDS.some((field) => before[field] !== after[field]);
  const sequence = showsInCalendar ? { calendarSequence: sql`${events.calendarSequence} + 1` } : {};
  return db
    .update(events)
    .set({ ...changes, ...sequence, updatedAt: nextVersion(events, now) })
    .where(eq(events.id, before.id))
    .returning();
}

/**
 * Returns the fields that a change sets to another value, for the audit. An address for replies is masked, because it
 * is personal data.
 */
function changedFields(before: EventRow, changes: Partial<EventRow>) {
  const { replyToVerifiedAt: _, ...settings } = changes;
  const after = { ...before, ...settings };
  const keys = (Object.keys(settings) as (keyof EventRow)[]).filter((key) => before[key] !== after[key]);
  const stateOf = (row: EventRow): AuditedState =>
    Object.fromEntries(keys.map((key) => [snakeName(key), shown(key, row[key])]));
  return { names: keys.map(snakeName), before: stateOf(before), after: stateOf(after) };
}

function shown(key: string, value: EventRow[keyof EventRow]): string | number | boolean | null {
  if (typeof value === "number" && MOMENTS.has(key)) return toIsoTime(value);
  return key === "replyTo" && typeof value === "string" ? maskEmail(value) : value;
}

/**
 * Returns the changed fields that guests are notified about; none for a cancelled event.
 * @param sending the results of `readNotices` and `findSender`
 * @throws AppError 403 `email_unverified`, `sending_paused`, 429 `notice_limit`
 */
function planNotices(
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
 * Returns the statements that move an event's messages, for the batch that moves the event. Each automatic reminder
 * keeps its distance to the event: it is moved, created if missing, restored if skipped, or skipped if its new time is
 * past. Unchanged are sent messages, messages that a host cancelled, and messages with a host's own time. The reminders
 * of a cancelled event stay skipped.
 * @param shiftsOwn whether messages with a host's own time also move by as much as the event; one whose new time is
 * past becomes a draft
 */
function moveMessages(
  { db }: Pick<RequestContext, "db">,
  event: { before: RemindedEvent & { id: string; cancelledAt: number | null }; after: RemindedEvent },
  { now, shiftsOwn }: { now: number; shiftsOwn: boolean },
) {
  const { before, after } = event;
  if (before.eventDate === after.eventDate && before.timezone === after.timezone) return [];
  const reminders = before.cancelledAt === null ? remindersOf(after, now) : [];
  const shift = after.eventDate - before.eventDate;
  return [
    ...scheduleReminders(db, before.id, reminders, now),
    skipReminders(db, before.id, reminders, now),
    ...(shiftsOwn && shift !== 0 ? [shiftOwnTimes(db, before.id, shift, now)] : []),
  ];
}

/** An event's capacity and times before and after a change. */
type SeatSettings = Pick<EventRow, "id" | "capacity" | "eventDate" | "endTime">;

/**
 * The part of a change that is about seats. A larger capacity or a later end offers seats to waitlisted parties. A
 * smaller capacity has to hold the seated guests, unless it is forced, which is recorded.
 */
function changedCapacity(ctx: RequestContext, before: SeatSettings, after: SeatSettings, force: boolean): Part {
  const { capacity } = after;
  const isLowered = capacity !== null && (before.capacity === null || capacity < before.capacity);
  const isMore = capacity === null || (before.capacity !== null && capacity > before.capacity);
  const mayFit = isMore || eventWindow(after).endsAt > eventWindow(before).endsAt;
  const lowered = { before: { capacity: before.capacity }, after: { capacity } };
  return {
    guard: [isLowered && !force && holdsSeated(before.id, capacity)],
    ...(isLowered && force && { audit: { action: "capacity.lowered", ...lowered } }),
    messages: mayFit ? seatsFreed(ctx, before.id, before.capacity) : [],
  };
}
