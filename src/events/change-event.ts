import type { SQL } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import { runBatch } from "../db/batch.ts";
import type { Authentication } from "../identity/second-factors/queries.ts";
import { findAuthentication } from "../identity/second-factors/queries.ts";
import { requireStepUp } from "../identity/second-factors/require-step-up.ts";
import { snakeName } from "../kernel/case.ts";
import { toWire } from "../kernel/clock.ts";
import { definedOnly } from "../kernel/defined-only.ts";
import { maskEmail } from "../kernel/email-address.ts";
import { AppError, notFound, nothingToChange } from "../kernel/errors.ts";
import { eventWindow } from "../kernel/event-window.ts";
import { monitorOf } from "../platform/activities/monitors.ts";
import { actorOf } from "../platform/audit/actions.ts";
import type { AuditedState } from "../platform/audit/record.ts";
import { recordAudit } from "../platform/audit/record.ts";
import { sealAfterResponse } from "../platform/audit/seal-records.ts";
import type { Member } from "../platform/authorization/authorize-member.ts";
import { authorizeMember, type EventCaller, roleTooLow } from "../platform/authorization/authorize-member.ts";
import type { Role } from "../platform/authorization/caller.ts";
import { hasRole } from "../platform/authorization/queries.ts";
import { findLiveSession } from "../platform/authorization/session-queries.ts";
import { busMessage, enqueue } from "../platform/outbox/enqueue.ts";
import { storeActivities } from "../platform/outbox/store-activities.ts";
import type { SenderRow } from "../sending/queries.ts";
import { requireMaySend } from "../sending/require-sender.ts";
import type { EventTimes } from "./event-times.ts";
import { validateTimes } from "./event-times.ts";
import type { NoticedEvent, NoticedField } from "./notices/notice-of.ts";
import { noticedFields } from "./notices/notice-of.ts";
import type { PastNotice } from "./notices/notices.ts";
import { gatherNotices, readNotices, requireNotice, scheduleReminders, wakeForNotices } from "./notices/notices.ts";
import { type EventRow, findEvent, hasValues, isAtTimes, updateEvent } from "./queries.ts";
import type { RemindedEvent } from "./reminders/reminders.ts";
import { remindersOf, shiftOwnTimes, skipReminders } from "./reminders/reminders.ts";
import { planReplyTo, type ReplyToChange, SAME_REPLY_TO } from "./reply-to.ts";
import type { EventChanges } from "./schemas.ts";
import { findEventSeats, holdsSeated, listSeated } from "./seats/seats.ts";

/** Columns that are times. */
const MOMENTS: ReadonlySet<string> = new Set(["eventDate", "endTime", "rsvpDeadline", "doorOpensAt"]);

/** Most guests that a refusal names. */
const MAX_NAMED = 100;

/** Attempts to write a change while parallel requests change the event's times. */
const MAX_ATTEMPTS = 5;

/**
 * Changes an event; absent fields stay. Unsent reminders move with the event's time, see `moveMessages`; an address for
 * replies is proved first, see `planReplyTo`; with `notify` guests are told, see `planNotices`. Who
 * waits is offered the seats of a larger capacity.
 * @throws AppError 400 for times that contradict each other, what `planReplyTo` and `planNotices` throw, 409
 *   `capacity_below_seated` unless it is forced, 409 `event_changed` when parallel changes win every attempt
 */
export async function changeEvent(
  ctx: RequestContext,
  caller: EventCaller,
  { shiftMessages = false, notify = false, force = false, replyTo, ...fields }: EventChanges,
): Promise<{ event: EventRow; role: Role }> {
  const changes = definedOnly(fields);
  if (Object.keys(changes).length === 0 && replyTo === undefined) throw nothingToChange();
  let replies: ReplyToChange | null = null;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
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
        ...readNotices(ctx, caller, notify),
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
    if (replyTo !== undefined && user !== undefined) replies ??= await planReplyTo(ctx, before, replyTo, user);
    const change = {
      changes: { ...changes, ...replies?.columns },
      shiftsOwn: shiftMessages,
      force,
      replies: replies ?? SAME_REPLY_TO,
      noticed: notify ? planNotices(ctx, { before, changes }, also) : [],
    };
    const written = await writeChange(ctx, member, before, change);
    if (written === undefined) continue;
    replies?.publishAfterResponse();
    // Monitors of members with a second factor connect again.
    if (changes.requireSecondFactor) ctx.defer(() => monitorOf(ctx, written.id).disconnect(null));
    return { event: written, role: member.role };
  }
  throw new AppError("event_changed");
}

type Database = RequestContext["db"];

/** What a new capacity is judged by, read with the event: nothing unless there is one. */
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
 * Refuses a capacity below the heads that are seated.
 * @throws AppError 409 `capacity_below_seated` with the heads that are `held`, and who is over: the latest answers whose
 *   heads the capacity lacks, at most 100
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
 * @throws AppError 403 `role_too_low` for others than owners, `session_required` for an API key, `second_factor_required` for
 *   an owner without one, `step_up_required`
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

/** The fields of an event that a change gives another value, by their names on the wire. */
interface ChangedFields {
  keys: (keyof EventRow)[];
  names: string[];
  before: AuditedState;
  after: AuditedState;
}

/** The fields that a calendar entry shows. */
const CALENDAR_FIELDS = ["name", "description", "venue", "eventDate", "endTime"] as const;

/** A change as it is decided: its fields, and what goes with them. */
interface Change {
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
async function writeChange(
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

/**
 * The fields of a change of which guests are told; none for a cancelled event.
 * @param sending the results of `readNotices`
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
 * The statements that move an event's messages with it, for the batch that moves the event. Each automatic reminder keeps
 * its distance: it is moved, made if it is missing, brought back if it was skipped, or skipped when its new time is past.
 * What was sent, what a host cancelled, and what has a time of a host's choosing stay as they are. The reminders of a
 * cancelled event stay skipped.
 * @param shiftsOwn whether messages with a time of a host's choosing move, too, by as much as the event; one whose new
 *   time is past becomes a draft
 * @param guard the condition under which the event has its new time
 */
function moveMessages(
  { db }: Pick<RequestContext, "db">,
  event: { before: RemindedEvent & { id: string; cancelledAt: number | null }; after: RemindedEvent },
  { now, shiftsOwn, guard }: { now: number; shiftsOwn: boolean; guard: SQL },
) {
  const { before, after } = event;
  if (before.eventDate === after.eventDate && before.timezone === after.timezone) return [];
  const reminders = before.cancelledAt === null ? remindersOf(after, now) : [];
  const shift = after.eventDate - before.eventDate;
  return [
    ...scheduleReminders(db, before.id, reminders, now, guard),
    skipReminders(db, before.id, reminders, now, guard),
    ...(shiftsOwn && shift !== 0 ? [shiftOwnTimes(db, before.id, shift, now, guard)] : []),
  ];
}

/** A condition of the batch, as queries make them. */
type Guard = ReturnType<typeof holdsSeated>;

/** An event's capacity and times before and after a change. */
interface SeatSettings extends Pick<EventTimes, "eventDate" | "endTime"> {
  id: string;
  capacity: number | null;
}

/** A change of an event, and whether it may leave more people seated than the capacity holds. */
interface SeatChange {
  before: SeatSettings;
  after: SeatSettings;
  force: boolean;
}

/** The condition of a change: the caller's role, and that a smaller capacity holds who is seated, unless it is forced. */
function seatCondition(roleCondition: Guard, { before, after, force }: SeatChange): Guard {
  const { capacity } = after;
  return isLowered(before, after) && !force && capacity !== null
    ? holdsSeated(roleCondition, before.id, capacity)
    : roleCondition;
}

/**
 * What a change of an event brings for its seats: after a larger capacity, or a later end, who waits may be offered seats;
 * a capacity that is lowered by force is recorded.
 * @param guards `before`: the condition of the change, for a statement ahead of it; `after`: that it was made
 */
function changeCapacity(
  ctx: RequestContext,
  member: Pick<Member, "eventId" | "session">,
  { before, after, force }: SeatChange,
  guards: { before: Guard; after: Guard },
) {
  const { capacity } = after;
  const isForced = force && isLowered(before, after);
  const isMore = capacity === null || (before.capacity !== null && capacity > before.capacity);
  const mayFit = before.capacity !== null && (isMore || eventWindow(after).endsAt > eventWindow(before).endsAt);
  const offers = enqueue(ctx, mayFit ? [busMessage(ctx, "seats.offer", { event_id: before.id })] : [], guards.after);
  const record = {
    eventId: member.eventId,
    ...actorOf(member),
    action: "capacity.lowered" as const,
    target: null,
    before: { capacity: before.capacity },
    after: { capacity },
    at: ctx.clock.now(),
  };
  return {
    ahead: isForced ? [recordAudit(ctx.db, record, guards.before)] : [],
    following: offers.statements,
    /** Call after the commit. */
    publish(): void {
      offers.publishAfterResponse();
      if (isForced) sealAfterResponse(ctx, before.id);
    },
  };
}

function isLowered(before: SeatSettings, { capacity }: SeatSettings): boolean {
  return capacity !== null && (before.capacity === null || capacity < before.capacity);
}
