import { log } from "../../kernel/log.ts";
import type { RequestContext } from "../../request-context.ts";
import { deliver, deliveryRow } from "./deliver.ts";
import { draftMail, type MailMessage } from "./draft-mail.ts";
import { skipMail } from "./persist-outcome.ts";

/**
 * Sends the mail that a queue message asks for, rendered from the state of the database now. Safe to call again with the
 * same message.
 * @throws NotDelivered, or what the database threw, when the message is to come again
 */
export async function notify(ctx: RequestContext, message: MailMessage): Promise<void> {
  const draft = await draftMail(ctx, message);
  if (draft.status === "ready") return deliver(ctx, message.id, draft.email);
  if (draft.status === "no_recipient") {
    log("info", "mail_skipped", { type: message.type, message_id: message.id, reason: draft.status });
    return;
  }
  await skipMail(ctx, await deliveryRow(ctx, message.id, draft), draft.reason);
}
