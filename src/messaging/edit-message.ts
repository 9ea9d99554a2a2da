import type { RequestContext } from "../context.ts";
import { runBatch } from "../db/batch.ts";
import { AppError, notFound } from "../kernel/errors.ts";
import type { AuditAction } from "../platform/audit/actions.ts";
import { actorOf } from "../platform/audit/actor.ts";
import { recordAudit } from "../platform/audit/record.ts";
import { sealAfterResponse } from "../platform/audit/seal-records.ts";
import { authorizeMember, type EventCaller, type Member } from "../platform/authorization/authorize-member.ts";
import { hasRole } from "../platform/authorization/queries.ts";
import { wakeSchedulerFor } from "../platform/scheduler/wake-scheduler-for.ts";
import type { Tier } from "../platform/tiers/limits.ts";
import { tierIn, tierOfEvent } from "../platform/tiers/tier-of.ts";
import { findSender } from "../sending/queries.ts";
import { requireMaySend } from "../sending/require-sender.ts";
import { auditedState } from "./audited-state.ts";
import { withKnownGuests } from "./known-guests.ts";
import { findMessage, isUnchanged, type MessageRow, mayEditAndSend, updateMessage } from "./queries.ts";
import { deleteChosen, insertChosen } from "./recipient-queries.ts";
import { type Schedule, scheduleIn } from "./sending-time.ts";

/** Attempts at a change while others change the same message. */
const MAX_ATTEMPTS = 5;

/** The new values of a message, and the action for the audit trail if any. */
export interface Edit {
  changes: Partial<MessageRow>;
  action: AuditAction | null;
  /** Whether the message is sent after it, now or at its time: then the caller has to be allowed to write to others. */
  isSending?: boolean;
  /** Who it is for by name from now on; null when that stays as it is. */
  chosen?: readonly string[] | null;
}

/** Who edits a message, and the tier of the event's host. */
export interface Editor {
  member: Member;
  tier: Tier;
}

/** Derives the edit from the message as it was read. */
type Decide = (before: MessageRow, schedule: Schedule, editor: Editor) => Promise<Edit>;

/**
 * Edits a draft or a scheduled message by optimistic concurrency: reads, decides, writes if the message is as it was
 * read, and starts again if it is not.
 * @throws AppError 404, 409 `message_not_editable` once it was cancelled or dispatched, 409 `message_changed` when it
 *   never stayed unchanged, and whatever the decision throws
 */
export async function editMessage(
  ctx: RequestContext,
  caller: EventCaller,
  messageId: string,
  decide: Decide,
): Promise<MessageRow> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const { eventId, session } = caller;
    const { member, found, granted, sender } = await authorizeMember(ctx, caller, {
      found: findMessage(ctx.db, eventId, messageId),
      granted: tierOfEvent(ctx, eventId),
      sender: findSender(ctx.db, eventId, session.userId, ctx.clock.now()),
    });
    const [before] = found;
    if (before === undefined) throw notFound();
    const schedule = scheduleIn(before);
    if (schedule === null) throw new AppError("message_not_editable");
    const edit = await decide(before, schedule, { member, tier: tierIn(granted) });
    if (edit.isSending) requireMaySend(sender[0]);
    const written = await write(ctx, member, before, edit);
    if (written === undefined) continue;
    wakeSchedulerFor(ctx, written);
    return written;
  }
  throw new AppError("message_changed");
}

/**
 * Writes an edit and its audit record.
 * @returns undefined when the message or the caller's role changed since the read
 * @throws AppError 400 when one of the chosen guests is not a guest of the event
 */
async function write(
  ctx: RequestContext,
  member: Member,
  before: MessageRow,
  { changes, action, isSending = false, chosen = null }: Edit,
): Promise<MessageRow | undefined> {
  const { db, clock } = ctx;
  const now = clock.now();
  const guard = isSending ? mayEditAndSend(db, member) : hasRole(db, member);
  const asRead = isUnchanged(db, before, guard);
  const { eventId, id: target } = before;
  const states = { before: auditedState(before), after: auditedState({ ...before, ...changes }) };
  const {
    written: [written],
  } = await withKnownGuests(ctx, eventId, chosen ?? [], () =>
    runBatch(db, {
      audit:
        action === null
          ? []
          : [recordAudit(db, { eventId, ...actorOf(member), action, target, ...states, at: now }, asRead)],
      forgotten: chosen === null ? [] : [deleteChosen(db, before, asRead)],
      chosen: chosen === null || chosen.length === 0 ? [] : insertChosen(db, before, chosen, asRead),
      written: updateMessage(db, before, { ...changes, updatedAt: Math.max(now, before.updatedAt + 1) }, guard),
    }),
  );
  if (written !== undefined && action !== null) sealAfterResponse(ctx, eventId);
  return written;
}
