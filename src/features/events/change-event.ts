import { runBatch } from "../../db/batch.ts";
import { toWire } from "../../kernel/clock.ts";
import { definedOnly } from "../../kernel/defined-only.ts";
import { AppError, notFound, nothingToChange } from "../../kernel/errors.ts";
import { snakeName } from "../../kernel/snake-name.ts";
import type { RequestContext } from "../../request-context.ts";
import { findLiveSession } from "../accounts/queries.ts";
import { gatherNotices, planNotices, readNotices, wakeForNotices } from "../event-notices/gather-notices.ts";
import type { NoticedField } from "../event-notices/notice-of.ts";
import { authorizeMember, type EventCaller, type Member } from "../members/authorize-member.ts";
import { hasRole } from "../members/queries.ts";
import type { Role } from "../members/roles.ts";
import { moveMessages } from "../messages/move-messages.ts";
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
  replies: ReplyToChange;
  /** The fields of which guests are told. */
  noticed: readonly NoticedField[];
}

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
      ...also
    } = await authorizeMember(
      ctx,
      caller,
      {
        before: findEvent(ctx.db, caller.eventId),
        ...capacityReads(ctx.db, caller.eventId, force ? null : changes.capacity),
        ...readNotices(ctx, caller, notify),
      },
      { editor: replyTo === undefined ? [] : [findLiveSession(ctx.accountsDb, caller.session)] },
    );
    if (before === undefined) throw notFound();
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
    const event = await writeChange(ctx, member, before, change);
    if (event === undefined) continue;
    replies?.publishAfterResponse();
    publishChange(ctx, event, { ...changes, ...(replyTo === undefined ? {} : { replyTo }) });
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
    notices: gatherNotices(ctx, notice, asRead),
    replies: replies.statements(asRead),
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
  if (event !== undefined) seats.publish();
  wakeForNotices(ctx, notices);
  return event;
}

/** Tells the monitors which fields were changed. */
function publishChange(ctx: RequestContext, { id, updatedAt }: EventRow, changes: object): void {
  const changed = Object.keys(changes).map(snakeName);
  ctx.defer(() => ctx.monitor.publish(id, { type: "event.updated", at: toWire(updatedAt), changed }));
}
