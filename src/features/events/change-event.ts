import { runBatch } from "../../db/batch.ts";
import { toWire } from "../../kernel/clock.ts";
import { definedOnly } from "../../kernel/defined-only.ts";
import { AppError, notFound, nothingToChange } from "../../kernel/errors.ts";
import { snakeName } from "../../kernel/snake-name.ts";
import type { RequestContext } from "../../request-context.ts";
import { findLiveSession } from "../accounts/queries.ts";
import { gatherNotices, readNotices, wakeForNotices } from "../event-notices/gather-notices.ts";
import { type NoticedField, noticedFields } from "../event-notices/notice-of.ts";
import { requireNotice } from "../event-notices/require-notice.ts";
import { authorizeMember, type EventCaller, type Member } from "../members/authorize-member.ts";
import { hasRole } from "../members/queries.ts";
import type { Role } from "../members/roles.ts";
import { moveMessages } from "../messages/move-messages.ts";
import { findSender } from "../sending/queries.ts";
import { requireMaySend } from "../sending/require-sender.ts";
import { capacityReads, changeCapacity, requireRoomForSeated, seatCondition } from "./change-capacity.ts";
import { validateTimes } from "./event-times.ts";
import { type EventRow, findEvent, isAtTimes, updateEvent } from "./queries.ts";
import { planReplyTo, type ReplyToChange, SAME_REPLY_TO } from "./reply-to.ts";
import type { EventChanges } from "./schemas.ts";

/** The fields that a calendar entry shows. */
const CALENDAR_FIELDS = ["name", "description", "venue", "eventDate", "endTime"] as const;
/** Attempts to write a change while parallel requests change the event's times. */
const MAX_ATTEMPTS = 5;

/** A change as it is decided: its fields, and what goes with them. */
interface Change {
  changes: Partial<EventRow>;
  shiftsOwn: boolean;
  /** Whether the capacity may become smaller than the seats that are taken. */
  force: boolean;
  /** The fields of which guests are told. */
  noticed: readonly NoticedField[];
  replies: ReplyToChange;
}

/**
 * Changes an event; absent fields stay. Unsent reminders move with the event's time, see `moveMessages`; an address for
 * replies is proved first, see `planReplyTo`. With `notify`, guests are told of what they see of the change, see
 * `gatherNotices`; nobody is told of a change of a cancelled event. Who waits is offered the seats of a larger capacity.
 * @throws AppError 400 for times that contradict each other, what `planReplyTo` throws, 409 `capacity_below_seated`
 *   unless it is forced, 409 `event_changed` when parallel changes of the times or the seats win every attempt; with
 *   `notify` 403 `email_unverified`, `sending_paused`, 429 `notice_limit`
 */
export async function changeEvent(
  ctx: RequestContext,
  caller: EventCaller,
  { shiftMessages = false, notify = false, force = false, replyTo, ...fields }: EventChanges,
): Promise<{ event: EventRow; role: Role }> {
  const changes = definedOnly(fields);
  if (Object.keys(changes).length === 0 && replyTo === undefined) throw nothingToChange();
  const { db, accountsDb, clock } = ctx;
  let replies: ReplyToChange | null = null;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const {
      member,
      before: [before],
      notices,
      senders,
      editor,
      ...seats
    } = await authorizeMember(
      ctx,
      caller,
      {
        before: findEvent(db, caller.eventId),
        ...capacityReads(db, caller.eventId, force ? null : changes.capacity),
        notices: readNotices(ctx, caller.eventId, notify),
        senders: notify ? [findSender(db, caller.eventId, caller.session.userId, clock.now())] : [],
      },
      { editor: replyTo === undefined ? [] : [findLiveSession(accountsDb, caller.session)] },
    );
    if (before === undefined) throw notFound();
    requireRoomForSeated(force ? null : changes.capacity, seats);
    const noticed = notify && before.cancelledAt === null ? noticedFields(before, changes) : [];
    if (noticed.length > 0) {
      requireMaySend(senders.flat()[0]);
      requireNotice("changed", notices.flat(), clock.now());
    }
    const [user] = editor.flat();
    if (replyTo !== undefined && user !== undefined) replies ??= await planReplyTo(ctx, before, replyTo, user);
    const event = await writeChange(ctx, member, before, {
      changes: { ...changes, ...replies?.columns },
      shiftsOwn: shiftMessages,
      force,
      noticed,
      replies: replies ?? SAME_REPLY_TO,
    });
    if (event === undefined) continue;
    replies?.publishAfterResponse();
    return { event, role: member.role };
  }
  throw new AppError("event_changed");
}

/**
 * Writes a change, its reminders, and the message that offers seats; undefined when the event's times, its seats or the
 * caller's role changed since the read.
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
  const asRead = isAtTimes(db, before.id, before, roleCondition);
  const guard = isAtTimes(db, before.id, after, roleCondition);
  const seats = changeCapacity(ctx, member, { before, after, force }, { before: asRead, after: guard });
  const notice = { event: after, kind: "changed" as const, fields: noticed, createdBy: member.userId };
  const {
    notices,
    event: [event],
  } = await runBatch(db, {
    audit: seats.ahead,
    replies: replies.statements(asRead),
    notices: gatherNotices(ctx, notice, asRead),
    event: updateEvent(
      db,
      before.id,
      { asRead: before, roleCondition },
      { ...changes, updatedAt: now },
      showsInCalendar,
    ),
    messages: moveMessages(ctx, { before, after }, { now, shiftsOwn, guard }),
    offers: seats.following,
  });
  if (event === undefined) return undefined;
  seats.publish();
  wakeForNotices(ctx, notices);
  const changed = Object.keys(changes).map(snakeName);
  ctx.defer(() => ctx.monitor.publish(event.id, { type: "event.updated", at: toWire(now), changed }));
  return event;
}
