import type { RequestContext } from "../context.ts";
import { findAuthentication } from "../identity/second-factors/queries.ts";
import { definedOnly } from "../kernel/defined-only.ts";
import { AppError, notFound, nothingToChange } from "../kernel/errors.ts";
import { monitorOf } from "../platform/activities/monitors.ts";
import { authorizeMember, type EventCaller } from "../platform/authorization/authorize-member.ts";
import type { Role } from "../platform/authorization/roles.ts";
import { findLiveSession } from "../platform/authorization/session-queries.ts";
import { capacityReads, requireRoomForSeated } from "./change-capacity.ts";
import { planNotices, readNotices } from "./notices/gather-notices.ts";
import { type EventRow, findEvent } from "./queries.ts";
import { planReplyTo, type ReplyToChange, SAME_REPLY_TO } from "./reply-to.ts";
import { requireFactorOfOwner } from "./require-factor-of-owner.ts";
import type { EventChanges } from "./schemas.ts";
import { writeChange } from "./write-change.ts";

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
