import { definedOnly } from "../../kernel/defined-only.ts";
import { nothingToChange } from "../../kernel/errors.ts";
import { requireEnabled } from "../../platform/flags/is-enabled.ts";
import type { RequestContext } from "../../request-context.ts";
import type { EventCaller, Member } from "../members/authorize-member.ts";
import { requireFit } from "./content.ts";
import { editMessage } from "./edit-message.ts";
import type { MessageRow } from "./queries.ts";
import type { MessageChanges } from "./schemas.ts";
import { scheduleOf } from "./sending-time.ts";

/**
 * Changes a message that has not gone out; what is absent stays. A mode moves it on: a draft is scheduled, a scheduled
 * message becomes a draft again or goes out at once.
 * @throws AppError 404, 409 `message_not_editable`, 403 `feature_disabled`, 400 for a time or a content that does not fit
 */
export async function changeMessage(
  ctx: RequestContext,
  caller: EventCaller,
  { messageId, ...named }: MessageChanges & { messageId: string },
): Promise<MessageRow> {
  const { mode, sendAt, subject, ...content } = definedOnly(named);
  if (Object.keys(named).length === 0) throw nothingToChange();
  return editMessage(ctx, caller, messageId, async (before, roleCondition, member) => {
    const changes = {
      ...content,
      ...(subject === undefined ? {} : { subject: subject ?? "" }),
      ...scheduleOf(mode, sendAt, roleCondition, ctx.clock.now()),
    };
    const after = { ...before, ...changes };
    requireFit(after);
    if (mode === "schedule" || mode === "send_now") await requireAllowed(ctx, after, member);
    return { changes, action: mode === "send_now" ? "message.sent_now" : null };
  });
}

/** Has a message that is a draft or scheduled go out at once. @throws as `changeMessage` */
export function sendMessageNow(ctx: RequestContext, caller: EventCaller, messageId: string): Promise<MessageRow> {
  return changeMessage(ctx, caller, { messageId, mode: "send_now" });
}

/** Cancels a message that has not gone out. @throws AppError 404, 409 `message_not_editable` */
export async function cancelMessage(ctx: RequestContext, caller: EventCaller, messageId: string): Promise<void> {
  const cancelled = { changes: { status: "cancelled" }, action: "message.cancelled" } as const;
  await editMessage(ctx, caller, messageId, async () => cancelled);
}

/** What is switched off does not go out by way of a draft either. The reminders of an event are not broadcasts. */
async function requireAllowed(ctx: RequestContext, message: MessageRow, { hostId }: Member): Promise<void> {
  if (message.slug === null) await requireEnabled(ctx, "broadcasts", hostId);
  if (message.channel === "sms") await requireEnabled(ctx, "sms", hostId);
}
