import type { RequestContext } from "../context.ts";
import { definedOnly } from "../kernel/defined-only.ts";
import { AppError, nothingToChange } from "../kernel/errors.ts";
import type { EventCaller, Member } from "../platform/authorization/authorize-member.ts";
import { requireEnabled } from "../platform/flags/flags.ts";
import { requireFeature } from "../platform/tiers/limits.ts";
import { storedTarget } from "./audiences.ts";
import { isBroadcast } from "./broadcast-gate.ts";
import { assertSendable } from "./content.ts";
import { editMessage } from "./edit-message.ts";
import { asLeft, inEventLanguage } from "./event-words.ts";
import type { MessageRow } from "./queries.ts";
import type { MessageChanges } from "./schemas.ts";
import { scheduleOf } from "./sending-time.ts";

/**
 * Changes the given fields of a draft or a scheduled message. `mode` changes its status: schedules a draft, makes a
 * scheduled message a draft again, or sends either now. On a tier without broadcasts a reminder can be moved and cancelled.
 * With `expectedUpdatedAt` a message that somebody has changed since is left as it is.
 * @throws AppError 404, 409 `message_not_editable`, `message_changed`, 403 `feature_disabled`, 402 `feature_not_in_tier`, 400
 *   `validation_failed`
 */
export async function changeMessage(
  ctx: RequestContext,
  caller: EventCaller,
  { messageId, expectedUpdatedAt: expected, ...fields }: MessageChanges & { messageId: string },
): Promise<MessageRow> {
  const { mode, sendAt, subject, guestIds, audience = guestIds && "chosen", ...content } = definedOnly(fields);
  if (Object.keys(fields).length === 0) throw nothingToChange();
  const written = await editMessage(ctx, caller, messageId, async (before, schedule, { member, tier }) => {
    // What it says is written by the event's changes; a host can only cancel it.
    if (before.notice !== null) throw new AppError("message_not_editable");
    if (expected !== undefined && before.updatedAt !== expected) throw new AppError("message_changed");
    const words = await asLeft(ctx, before, definedOnly({ subject: subject ?? undefined, body: content.body }));
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

/** The flags that `createMessage` checks, for a draft from before they were switched off. Reminders are not broadcasts. */
async function assertFeaturesEnabled(ctx: RequestContext, message: MessageRow, { hostId }: Member): Promise<void> {
  if (message.slug === null) await requireEnabled(ctx, "broadcasts", hostId);
  if (message.channel === "sms") await requireEnabled(ctx, "sms", hostId);
}
