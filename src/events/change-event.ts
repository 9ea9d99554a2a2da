import type { RequestContext } from "../context.ts";
import type { BatchResults } from "../db/batch.ts";
import { one } from "../db/one.ts";
import type { EventRow } from "../db/schema/events.ts";
import { type Authentication, findAuthentication } from "../identity/second-factors/queries.ts";
import { requireStepUp } from "../identity/second-factors/require-step-up.ts";
import { snakeName } from "../kernel/case.ts";
import { toIsoTime } from "../kernel/clock.ts";
import { definedOnly } from "../kernel/defined-only.ts";
import { maskEmail } from "../kernel/email-address.ts";
import { AppError, notFound, nothingToChange } from "../kernel/errors.ts";
import { monitorOf } from "../platform/activities/monitors.ts";
import type { AuditedState } from "../platform/audit/record.ts";
import { mayUse, unnotifiedReason } from "../platform/authorization/api-key.ts";
import {
  authorizeMember,
  type EventCaller,
  type Member,
  roleTooLow,
} from "../platform/authorization/authorize-member.ts";
import type { Role } from "../platform/authorization/caller.ts";
import { findLiveSession } from "../platform/authorization/session-queries.ts";
import { retried } from "../platform/commit/commit.ts";
import { requireExpected } from "../platform/commit/unchanged.ts";
import { type Notified, notNotified } from "../sending/notify.ts";
import { type NoticedEvent, type NoticedField, noticedFields } from "./change-notices/notice-of.ts";
import { decideNotice, readNotices } from "./change-notices/notices.ts";
import { type EventOutcome, presentEvent, validateTimes } from "./event-times.ts";
import { findEvent } from "./queries.ts";
import { planReplyTo, type ReplyToChange, SAME_REPLY_TO } from "./reply-to.ts";
import type { EventChanges } from "./schemas.ts";
import { letsPartiesFit } from "./seats/change-seats.ts";
import { findEventSeats, listSeated } from "./seats/seats.ts";
import { type EventWrite, writeEvent } from "./write-event.ts";

/** Columns that are times. */
const MOMENTS: ReadonlySet<string> = new Set(["eventDate", "endTime", "rsvpDeadline", "doorOpensAt"]);

/** The maximum number of guests that the error lists. */
const MAX_NAMED = 100;

/** Attempts to write a change while parallel requests change the event. */
const MAX_ATTEMPTS = 5;

/**
 * Changes an event; absent fields stay unchanged. Unsent reminders move with the event's time (`moveMessages`). An
 * address for replies is verified first (`planReplyTo`). With `notify`, guests are emailed (`planNotices`). If the
 * capacity grows, waitlisted parties are offered the new seats (`changeSeats`). With `expectedUpdatedAt`, changes nothing
 * if the event has changed since.
 * @throws AppError 400 for times that contradict each other, errors of `planReplyTo`, 409
 * `capacity_below_seated` unless it is forced, 409 `event_changed` with the current event, or without it if every retry conflicts with
 * another write
 */
export async function changeEvent(
  ctx: RequestContext,
  caller: EventCaller,
  changes: EventChanges,
): Promise<EventOutcome> {
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
    { expectedUpdatedAt, replyTo, ...input }: EventChanges,
    planOnce: typeof planReplyTo,
  ): Promise<EventOutcome> => {
    const { shiftMessages = false, notify = false, notifyNeverEmailed = true, force = false, ...fields } = input;
    const changes = definedOnly(fields);
    if (Object.keys(changes).length === 0 && replyTo === undefined) throw nothingToChange();
    const { member, before, user, factors, ...also } = await authorizeMember(
      ctx,
      caller,
      {
        before: one(findEvent(ctx.db, caller.eventId)),
        ...capacityReads(ctx.db, caller.eventId, force ? null : changes.capacity),
        ...readNotices(ctx, caller, notify),
      },
      {
        user: replyTo !== undefined && one(findLiveSession(ctx.accountsDb, caller.session)),
        factors: fields.requireSecondFactor !== undefined && findAuthentication(ctx.accountsDb, caller.session),
      },
    );
    if (before === undefined) throw notFound();
    requireExpected(expectedUpdatedAt, before, () => outdated(ctx, before, member.role));
    if (fields.requireSecondFactor !== undefined) await requireFactorOfOwner(ctx, member, factors ?? []);
    requireRoomForSeated(force ? null : changes.capacity, also, caller);
    const replies = replyTo === undefined || !user ? SAME_REPLY_TO : await planOnce(ctx, before, replyTo, user);
    const { noticed, notice: planned } = planNotices(caller.session, before, changes, notify, also);
    const columns = { ...changes, ...replies.columns };
    validateTimes({ ...before, ...columns });
    const now = ctx.clock.now();
    const notifying = { noticed, skipNeverEmailed: !notifyNeverEmailed };
    const records = { ...notifying, ...recordsOf(before, columns, now), replies: replies.part };
    const change = { kind: "changed" as const, columns, ...records, shiftsOwn: shiftMessages, force, now };
    const event = await writeEvent(ctx, member, before, change);
    if (changes.requireSecondFactor) reconnectMonitors(ctx, event.id);
    // Seats that became free are not offered: that would email guests, too.
    const stopped = letsPartiesFit(before, event) ? unnotifiedReason(caller.session) : null;
    const notice = stopped === null ? planned : notNotified(stopped);
    return { event, role: member.role, notice };
  },
  MAX_ATTEMPTS,
);

/** Monitors of members with a second factor connect again. */
function reconnectMonitors(ctx: RequestContext, eventId: string): void {
  ctx.defer(() => monitorOf(ctx, eventId).disconnect(null));
}

/** 409 with the current event. */
function outdated({ config }: RequestContext, event: EventRow, role: Role): AppError {
  return new AppError("event_changed", { event: presentEvent(event, role, config.REGIONS) });
}

type Database = RequestContext["db"];

/** Queries for the check of a new capacity, to run with the read of the event. None unless a capacity is set. */
function capacityReads(db: Database, eventId: string, capacity: number | null | undefined) {
  const isLimited = typeof capacity === "number";
  return {
    seats: isLimited && one(findEventSeats(db, eventId)),
    seated: isLimited && listSeated(db, eventId, MAX_NAMED),
  };
}

type CapacityFacts = BatchResults<ReturnType<typeof capacityReads>>;

/**
 * Rejects a capacity below the number of seated people.
 * @throws AppError 409 `capacity_below_seated` with the number that are `held`, and the guests who do not fit: the
 * latest RSVPs, at most 100. Their names are null for a key that may not read guests.
 */
function requireRoomForSeated(
  capacity: number | null | undefined,
  { seats, seated = [] }: CapacityFacts,
  { session }: EventCaller,
): void {
  const held = seats?.held ?? 0;
  if (typeof capacity !== "number" || held <= capacity) return;
  let over = held - capacity;
  const mayRead = mayUse(session, "guests:read");
  const guests: { guest_id: string; name: string | null; heads: number }[] = [];
  for (const { guestId, name, heads } of seated) {
    if (over <= 0) break;
    guests.push({ guest_id: guestId, name: mayRead ? name : null, heads });
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

/**
 * Returns the audit record and the activity of a change: the fields that it sets to another value. An address for
 * replies is masked, because it is personal data.
 */
function recordsOf(
  before: EventRow,
  columns: Partial<EventRow>,
  now: number,
): Pick<EventWrite, "audit" | "activities"> {
  const { replyToVerifiedAt: _, ...settings } = columns;
  const after = { ...before, ...settings };
  const keys = (Object.keys(settings) as (keyof EventRow)[]).filter((key) => before[key] !== after[key]);
  if (keys.length === 0) return { audit: null, activities: [] };
  const stateOf = (row: EventRow): AuditedState =>
    Object.fromEntries(keys.map((key) => [snakeName(key), shown(key, row[key])]));
  return {
    audit: { action: "event.updated", before: stateOf(before), after: stateOf(after) },
    activities: [{ type: "event.updated", at: toIsoTime(now), changed: keys.map(snakeName) }],
  };
}

function shown(key: string, value: EventRow[keyof EventRow]): string | number | boolean | null {
  if (typeof value === "number" && MOMENTS.has(key)) return toIsoTime(value);
  if (Array.isArray(value)) return value.join(", ");
  return key === "replyTo" && typeof value === "string" ? maskEmail(value) : value;
}

/**
 * Returns the changed fields that guests are notified about, and whether they are. None for a cancelled event.
 * @param sending the results of `readNotices`
 */
function planNotices(
  by: EventCaller["session"],
  before: NoticedEvent,
  changes: Partial<NoticedEvent>,
  isWanted: boolean,
  sending: Parameters<typeof decideNotice>[3],
): { noticed: NoticedField[]; notice: Notified } {
  const fields = noticedFields(before, changes);
  const isOff = isWanted && before.cancelledAt !== null;
  const notice = isOff ? notNotified("event_cancelled") : decideNotice(by, "changed", { isWanted, fields }, sending);
  return { noticed: notice.notified ? fields : [], notice };
}
