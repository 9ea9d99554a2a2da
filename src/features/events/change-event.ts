import { runBatch } from "../../db/batch.ts";
import { definedOnly } from "../../kernel/defined-only.ts";
import { AppError, notFound, nothingToChange } from "../../kernel/errors.ts";
import type { RequestContext } from "../../request-context.ts";
import { findLiveSession } from "../accounts/queries.ts";
import { authorizeMember, type EventCaller, type Member } from "../members/authorize-member.ts";
import { hasRole } from "../members/queries.ts";
import type { Role } from "../members/roles.ts";
import { moveMessages } from "../messages/move-messages.ts";
import { validateTimes } from "./event-times.ts";
import { type EventRow, findEvent, isAtTimes, updateEvent } from "./queries.ts";
import { planReplyTo, type ReplyToChange, SAME_REPLY_TO } from "./reply-to.ts";
import type { EventChanges } from "./schemas.ts";

/** The fields that a calendar entry shows. */
const CALENDAR_FIELDS = ["name", "description", "venue", "eventDate", "endTime"] as const;
/** Attempts to write a change while parallel requests change the event's times. */
const MAX_ATTEMPTS = 5;

/**
 * Changes an event; absent fields stay. Unsent reminders move with the event's time, see `moveMessages`; an address for
 * replies is proved first, see `planReplyTo`.
 * @throws AppError 400 for times that contradict each other, what `planReplyTo` throws, 409 `event_changed` when parallel changes of the times
 *   win every attempt
 */
export async function changeEvent(
  ctx: RequestContext,
  caller: EventCaller,
  { shiftMessages = false, replyTo, ...fields }: EventChanges,
): Promise<{ event: EventRow; role: Role }> {
  const changes = definedOnly(fields);
  if (Object.keys(changes).length === 0 && replyTo === undefined) throw nothingToChange();
  let replies: ReplyToChange | null = null;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const {
      member,
      before: [before],
      editor,
    } = await authorizeMember(
      ctx,
      caller,
      { before: findEvent(ctx.db, caller.eventId) },
      { editor: replyTo === undefined ? [] : [findLiveSession(ctx.accountsDb, caller.session)] },
    );
    if (before === undefined) throw notFound();
    const [user] = editor.flat();
    if (replyTo !== undefined && user !== undefined) replies ??= await planReplyTo(ctx, before, replyTo, user);
    const change = {
      changes: { ...changes, ...replies?.columns },
      shiftsOwn: shiftMessages,
      replies: replies ?? SAME_REPLY_TO,
    };
    const event = await writeChange(ctx, member, before, change);
    if (event === undefined) continue;
    replies?.publishAfterResponse();
    return { event, role: member.role };
  }
  throw new AppError("event_changed");
}

/** Writes a change and its reminders; undefined when the event's times or the caller's role changed since the read. */
async function writeChange(
  ctx: RequestContext,
  member: Member,
  before: EventRow,
  { changes, shiftsOwn, replies }: { changes: Partial<EventRow>; shiftsOwn: boolean; replies: ReplyToChange },
): Promise<EventRow | undefined> {
  const { db, clock } = ctx;
  const after = { ...before, ...changes };
  validateTimes(after);
  const now = clock.now();
  const showsInCalendar = CALENDAR_FIELDS.some((field) => before[field] !== after[field]);
  const roleCondition = hasRole(db, member);
  const guard = isAtTimes(db, before.id, after, roleCondition);
  const {
    event: [event],
  } = await runBatch(db, {
    replies: replies.statements(isAtTimes(db, before.id, before, roleCondition)),
    event: updateEvent(
      db,
      before.id,
      { asRead: before, roleCondition },
      { ...changes, updatedAt: now },
      showsInCalendar,
    ),
    messages: moveMessages(ctx, { before, after }, { now, shiftsOwn, guard }),
  });
  return event;
}
