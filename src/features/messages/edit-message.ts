import { AppError, notFound } from "../../kernel/errors.ts";
import type { RequestContext } from "../../request-context.ts";
import type { AuditAction } from "../audit/actions.ts";
import { recordAudit } from "../audit/record.ts";
import { authorizeMember, type EventCaller, type Member } from "../members/authorize-member.ts";
import { hasRole } from "../members/queries.ts";
import { auditedState } from "./audited-state.ts";
import { findMessage, isUnchanged, type MessageRow, updateMessage } from "./queries.ts";
import { type Schedule, scheduleIn } from "./sending-time.ts";
import { wakeFor } from "./wake-for.ts";

/** How often a change is tried while others change the message under it. */
const MAX_TRIES = 5;

/** What to write over a message, and the record that it leaves if any. */
export interface Edit {
  changes: Partial<MessageRow>;
  action: AuditAction | null;
}

/** Works out an edit of a message that can be edited. */
type Decide = (before: MessageRow, roleCondition: Schedule, member: Member) => Promise<Edit>;

/** 409: the message was cancelled or has gone out, or is going out at this moment. */
function messageNotEditable(): AppError {
  return new AppError("message_not_editable");
}

/** 409: others kept changing the message while it was to be changed. */
function messageKeepsChanging(): AppError {
  return new AppError("message_changed");
}

/**
 * Edits a message that has not gone out: reads, decides and writes, and does it again when somebody else wrote in
 * between.
 * @throws AppError 404, 409 `message_not_editable`, and whatever the decision throws
 */
export async function editMessage(
  ctx: RequestContext,
  caller: EventCaller,
  messageId: string,
  decide: Decide,
): Promise<MessageRow> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const {
      member,
      before: [before],
    } = await authorizeMember(ctx, caller, { before: findMessage(ctx.db, caller.eventId, messageId) });
    if (before === undefined) throw notFound();
    const roleCondition = scheduleIn(before);
    if (roleCondition === null) throw messageNotEditable();
    const written = await write(ctx, member, before, await decide(before, roleCondition, member));
    if (written === undefined) continue;
    wakeFor(ctx, written);
    return written;
  }
  throw messageKeepsChanging();
}

/** Writes an edit with its record; undefined when the message does not stand as it was read, or the caller may no more. */
async function write(
  { db, clock }: RequestContext,
  member: Member,
  before: MessageRow,
  { changes, action }: Edit,
): Promise<MessageRow | undefined> {
  const now = clock.now();
  const may = hasRole(db, member);
  const change = updateMessage(db, before, { ...changes, updatedAt: now }, may);
  if (action === null) return (await db.batch([change]))[0][0];
  const record = recordAudit(
    db,
    {
      eventId: before.eventId,
      actorId: member.userId,
      action,
      target: before.id,
      before: auditedState(before),
      after: auditedState({ ...before, ...changes }),
      at: now,
    },
    isUnchanged(db, before, may),
  );
  const [, [written]] = await db.batch([record, change]);
  return written;
}
