import { type SQL, sql } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import { one } from "../db/one.ts";
import { messages } from "../db/schema/messages.ts";
import { definedOnly } from "../kernel/defined-only.ts";
import { AppError, notFound, nothingToChange } from "../kernel/errors.ts";
import { RESPONSES } from "../kernel/rsvp.ts";
import type { AuditAction } from "../platform/audit/actions.ts";
import { authorizeMember, type EventCaller, type Member } from "../platform/authorization/authorize-member.ts";
import { commit, retried } from "../platform/commit/commit.ts";
import { nextVersion } from "../platform/commit/unchanged.ts";
import { requireEnabled } from "../platform/flags/flags.ts";
import { wakeSchedulerFor } from "../platform/scheduler/arm.ts";
import { requireFeature, type Tier } from "../platform/tiers/limits.ts";
import { tierIn, tierOfEvent } from "../platform/tiers/tier-of.ts";
import { findSender, isAllowedToSend } from "../sending/budgets.ts";
import { requireMaySend } from "../sending/require-sender.ts";
import { type Audience, assertSendable, isAudience, storedTarget, targetOf } from "./content.ts";
import { inEventLanguage, restoreDefaultText } from "./event-words.ts";
import { lostWithChosen } from "./known-guests.ts";
import { presentMessage } from "./present.ts";
import { auditedState, findMessage, isMessage, type MessageRow } from "./queries.ts";
import { deleteChosen, insertChosen } from "./recipient-queries.ts";
import type { MessageChanges } from "./schemas.ts";
import { type Schedule, type SendMode, scheduleOf } from "./sending-time.ts";

/** Attempts at a change while others change the same message. */
const MAX_ATTEMPTS = 5;

/**
 * Changes the given fields of a draft or a scheduled message. `mode` changes its status: schedules a draft, makes a
 * scheduled message a draft again, or sends either now. On a tier without broadcasts a reminder can be moved and
 * cancelled. With `expectedUpdatedAt`, changes nothing if the message has changed since.
 * @throws AppError 404, 409 `message_not_editable`, `message_changed`, 403 `feature_disabled`, 402
 * `feature_not_in_tier`, 400 `validation_failed`
 */
export async function changeMessage(
  ctx: RequestContext,
  caller: EventCaller,
  { messageId, expectedUpdatedAt: expected, ...fields }: MessageChanges & { messageId: string },
): Promise<MessageRow> {
  const { mode, sendAt, subject, guestIds, audience = guestIds && "chosen", ...content } = definedOnly(fields);
  if (Object.keys(fields).length === 0) throw nothingToChange();
  const isSentNowOnly = mode === "send_now" && Object.keys(fields).length === 1;
  const written = await editMessage(ctx, caller, messageId, async (before, schedule, { member, tier }) => {
    // The event's changes write the content of a notice. A host can only cancel it, or send it now.
    if (before.notice !== null && !isSentNowOnly) throw new AppError("message_not_editable");
    if (expected !== undefined && expected !== before.updatedAt) {
      const [current = before] = await inEventLanguage(ctx, [before]);
      throw new AppError("message_changed", { message: presentMessage(current) });
    }
    if (before.notice !== null) {
      return { changes: scheduleOf("send_now", undefined, schedule, ctx.clock.now()), action: "message.sent_now" };
    }
    const words = await restoreDefaultText(
      ctx,
      before,
      definedOnly({ subject: subject ?? undefined, body: content.body }),
    );
    const changes = {
      ...content,
      ...(audience === undefined ? {} : storedTarget(audience)),
      ...(subject === undefined ? {} : { subject: subject ?? "" }),
      ...words,
      ...scheduleOf(mode, sendAt, schedule, ctx.clock.now()),
      ...(sendAt === undefined && mode !== "send_now" ? {} : { ownTime: true }),
    };
    const after = { ...before, ...changes };
    assertSendable(after);
    if (mode === "schedule" || mode === "send_now") await assertFeaturesEnabled(ctx, after, member);
    if (guestIds !== undefined || isBroadcast(before, after, mode))
      requireFeature(ctx.config.PUBLIC_URL, tier, "broadcasts");
    const isSending = mode === "schedule" || mode === "send_now";
    const chosen = audience === undefined ? null : (guestIds ?? []);
    return { changes, action: mode === "send_now" ? "message.sent_now" : null, isSending, chosen };
  });
  const [shown = written] = await inEventLanguage(ctx, [written]);
  return shown;
}

/** Sends a draft or a scheduled message now. @throws as `changeMessage` */
export function sendMessageNow(ctx: RequestContext, caller: EventCaller, messageId: string): Promise<MessageRow> {
  return changeMessage(ctx, caller, { messageId, mode: "send_now" });
}

/** Cancels a draft or a scheduled message. @throws AppError 404, 409 `message_not_editable`, `message_changed` */
export async function cancelMessage(ctx: RequestContext, caller: EventCaller, messageId: string): Promise<void> {
  const cancelled = { changes: { status: "cancelled" }, action: "message.cancelled" } as const;
  await editMessage(ctx, caller, messageId, async () => cancelled);
}

/**
 * Checks the flags of `createMessage` again, in case one was switched off after the draft was created. Reminders are
 * not broadcasts.
 */
async function assertFeaturesEnabled(ctx: RequestContext, message: MessageRow, { hostId }: Member): Promise<void> {
  if (message.slug === null) await requireEnabled(ctx, "broadcasts", hostId);
  if (message.channel === "sms") await requireEnabled(ctx, "sms", hostId);
}

/** The content of a message, its target and its channel. */
type Content = Pick<
  typeof messages.$inferSelect,
  "audience" | "segment" | "notInvited" | "channel" | "subject" | "body" | "translations"
>;

const ANSWERS = [...RESPONSES, "pending"] as const;

type Answer = (typeof ANSWERS)[number];

/**
 * True if a change needs a tier with broadcasts: it sends now, schedules the host's own draft, or changes the text,
 * changes the channel or adds guests. A reminder that is moved or cancelled stays a reminder.
 * @param mode as in the request
 */
function isBroadcast(
  before: Content & { slug: string | null; status: string },
  after: Content,
  mode: SendMode | undefined,
): boolean {
  if (mode === "send_now") return true;
  // A draft of the host's own from a tier that had broadcasts.
  if (mode === "schedule" && before.slug === null && before.status === "draft") return true;
  const translated = [before, after].map(({ translations }) => JSON.stringify(translations));
  const saysTheSame = before.subject === after.subject && before.body === after.body && translated[0] === translated[1];
  return !saysTheSame || before.channel !== after.channel || isWider(before, after);
}

/** True if a message may reach additional guests. Another segment or tag always may. */
function isWider(before: Content, after: Content): boolean {
  if (before.notInvited === "skip" && after.notInvited === "include") return true;
  const [was, is] = [targetOf(before), targetOf(after)];
  if (!isAudience(was) || !isAudience(is)) return was !== is;
  return ANSWERS.some((answer) => reaches(is, answer) && !reaches(was, answer));
}

function reaches(audience: Audience, answer: Answer): boolean {
  return audience === "everyone" || audience.split("_and_").includes(answer);
}

/** The new values of a message, and the action for the audit trail if any. */
interface Edit {
  changes: Partial<MessageRow>;
  action: AuditAction | null;
  /** Whether the edit sends or schedules the message, so the caller needs permission to send to others. */
  isSending?: boolean;
  /** The IDs of the newly chosen guests; null if they stay unchanged. */
  chosen?: readonly string[] | null;
}

/** The member who edits a message, and the tier of the event's host. */
interface Editor {
  member: Member;
  tier: Tier;
}

/** Derives the edit from the message that was read. */
type Decide = (before: MessageRow, schedule: Schedule, editor: Editor) => Promise<Edit>;

/**
 * Edits a draft or a scheduled message by optimistic concurrency: reads, decides, and writes if the message is
 * unchanged since the read, else starts again.
 * @throws AppError 404, 409 `message_not_editable` once it was cancelled or dispatched, 409 `message_changed` if every
 * retry conflicts with another write, 400 if a chosen guest is not a guest of the event, and errors of the decision
 */
const editMessage = retried(
  async (ctx: RequestContext, caller: EventCaller, messageId: string, decide: Decide): Promise<MessageRow> => {
    const { db, clock } = ctx;
    const { eventId, session } = caller;
    const { member, before, granted, sender } = await authorizeMember(ctx, caller, {
      before: one(findMessage(db, eventId, messageId)),
      granted: tierOfEvent(ctx, eventId),
      sender: one(findSender(db, eventId, session.userId, clock.now())),
    });
    if (before === undefined) throw notFound();
    const schedule = scheduleIn(before);
    if (schedule === null) throw new AppError("message_not_editable");
    const edit = await decide(before, schedule, { member, tier: tierIn(granted) });
    if (edit.isSending) requireMaySend(sender);
    const written = await write(ctx, member, before, edit);
    wakeSchedulerFor(ctx, written);
    return written;
  },
  MAX_ATTEMPTS,
);

/**
 * Writes an edit and its audit record. @throws LostRace, AppError 400 for a chosen guest whom the event does not have
 */
async function write(
  ctx: RequestContext,
  member: Member,
  before: MessageRow,
  { changes, action, isSending = false, chosen = null }: Edit,
): Promise<MessageRow> {
  const { db, clock } = ctx;
  const now = clock.now();
  const { eventId, id } = before;
  const states = { before: auditedState(before), after: auditedState({ ...before, ...changes }) };
  const { written } = await commit(ctx, {
    by: member,
    guard: [isAsRead(before), isSending && isAllowedToSend(member)],
    changes: {
      forgotten: chosen !== null && deleteChosen(db, before),
      chosen: insertChosen(db, before, chosen ?? []),
      written: one(
        db
          .update(messages)
          .set({ ...changes, updatedAt: nextVersion(messages, now) })
          .where(isMessage(eventId, id))
          .returning(),
      ),
    },
    audit: action === null ? null : { action, target: id, ...states },
    at: now,
    lost: () => lostWithChosen(ctx, eventId, chosen ?? [], "message_changed"),
  });
  return written ?? before;
}

/** The schedule of a message that can be edited; null when it was cancelled or dispatched. */
function scheduleIn({ status, sendAt }: { status: string; sendAt: number | null }): Schedule | null {
  if (status === "draft") return { status, sendAt };
  return status === "scheduled" && sendAt !== null ? { status, sendAt } : null;
}

/**
 * Condition: the message is unchanged since it was read. No trigger raises its version, so its status and time are
 * compared, too.
 */
function isAsRead({ eventId, id, status, sendAt, updatedAt }: MessageRow): SQL {
  return sql`exists (select 1 from ${messages} where ${isMessage(eventId, id)} and ${messages.status} = ${status}
    and ${messages.sendAt} is ${sendAt} and ${messages.updatedAt} = ${updatedAt})`;
}
