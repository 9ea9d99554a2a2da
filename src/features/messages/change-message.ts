import { definedOnly } from "../../kernel/defined-only.ts";
import { AppError, notFound, nothingToChange } from "../../kernel/errors.ts";
import type { Services } from "../../services.ts";
import type { AuditAction } from "../audit/actions.ts";
import { recordAudit } from "../audit/record.ts";
import { requireEnabled } from "../flags/is-enabled.ts";
import { asMember, type EventCaller, type Membership } from "../members/as-member.ts";
import { hasStanding } from "../members/queries.ts";
import { auditedState } from "./audited-state.ts";
import { requireFit } from "./content.ts";
import { findMessage, isUnchanged, type MessageRow, updateMessage } from "./queries.ts";
import type { MessageChanges } from "./schemas.ts";
import { type Schedule, scheduleIn, scheduleOf } from "./sending-time.ts";
import { wakeFor } from "./wake-for.ts";

/** How often a change is tried while others change the message under it. */
const MAX_TRIES = 5;

/** What to write over a message, and the record that it leaves if any. */
interface Edit {
  changes: Partial<MessageRow>;
  action: AuditAction | null;
}

/** Works out an edit of a message that can be edited. */
type Decide = (before: MessageRow, standing: Schedule, member: Membership) => Promise<Edit>;

/** 409: the message was cancelled or has gone out, or is going out at this moment. */
function messageNotEditable(): AppError {
  return new AppError("conflict", "message_not_editable", "Only a draft or a scheduled message can be changed.");
}

/** 409: others kept changing the message while it was to be changed. */
function messageKeepsChanging(): AppError {
  return new AppError("conflict", "message_changed", "Somebody else is changing this message. Look and try again.");
}

/**
 * Changes a message that has not gone out; what is absent stays. A mode moves it on: a draft is scheduled, a scheduled
 * message becomes a draft again or goes out at once.
 * @throws AppError 404, 409 `message_not_editable`, 403 `feature_disabled`, 400 for a time or a content that does not fit
 */
export async function changeMessage(
  services: Services,
  caller: EventCaller,
  { messageId, ...named }: MessageChanges & { messageId: string },
): Promise<MessageRow> {
  const { mode, sendAt, subject, ...content } = definedOnly(named);
  if (Object.keys(named).length === 0) throw nothingToChange();
  return edit(services, caller, messageId, async (before, standing, member) => {
    const changes = {
      ...content,
      ...(subject === undefined ? {} : { subject: subject ?? "" }),
      ...scheduleOf(mode, sendAt, standing, services.clock.now()),
    };
    const after = { ...before, ...changes };
    requireFit(after);
    if (mode === "schedule" || mode === "send_now") await requireAllowed(services, after, member);
    return { changes, action: mode === "send_now" ? "message.sent_now" : null };
  });
}

/** Has a message that is a draft or scheduled go out at once. @throws as `changeMessage` */
export function sendMessageNow(services: Services, caller: EventCaller, messageId: string): Promise<MessageRow> {
  return changeMessage(services, caller, { messageId, mode: "send_now" });
}

/** Cancels a message that has not gone out. @throws AppError 404, 409 `message_not_editable` */
export async function cancelMessage(services: Services, caller: EventCaller, messageId: string): Promise<void> {
  const cancelled = { changes: { status: "cancelled" }, action: "message.cancelled" } as const;
  await edit(services, caller, messageId, async () => cancelled);
}

/** What is switched off does not go out by way of a draft either. The reminders of an event are not broadcasts. */
async function requireAllowed(services: Services, message: MessageRow, { hostId }: Membership): Promise<void> {
  if (message.slug === null) await requireEnabled(services, "broadcasts", hostId);
  if (message.channel === "sms") await requireEnabled(services, "sms", hostId);
}

/** Reads, decides and writes; again when somebody else wrote in between. */
async function edit(services: Services, caller: EventCaller, messageId: string, decide: Decide): Promise<MessageRow> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const [member, [before]] = await asMember(services, caller, [findMessage(services.db, caller.eventId, messageId)]);
    if (before === undefined) throw notFound();
    const standing = scheduleIn(before);
    if (standing === null) throw messageNotEditable();
    const written = await write(services, caller, before, await decide(before, standing, member));
    if (written === undefined) continue;
    wakeFor(services, written);
    return written;
  }
  throw messageKeepsChanging();
}

/** Writes an edit with its record; undefined when the message does not stand as it was read, or the caller may no more. */
async function write(
  { db, clock }: Services,
  caller: EventCaller,
  before: MessageRow,
  { changes, action }: Edit,
): Promise<MessageRow | undefined> {
  const now = clock.now();
  const may = hasStanding(db, caller);
  const change = updateMessage(db, before, { ...changes, updatedAt: now }, may);
  if (action === null) return (await change)[0];
  const record = recordAudit(
    db,
    {
      eventId: before.eventId,
      actorId: caller.session.userId,
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
