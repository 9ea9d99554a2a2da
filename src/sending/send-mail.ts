import type { BusBody, BusMessageType } from "../../proto/bus/messages.ts";
import type { RequestContext } from "../context.ts";
import { log } from "../kernel/log.ts";
import type { MailDefinition } from "../platform/mail/define-mail.ts";
import { deliver, deliveryRow } from "./deliver.ts";
import { skipMail } from "./persist-outcome.ts";

/**
 * Sends the email that a queue message asks for, rendered from the current state of the database. Safe to call again with
 * the same message.
 * @param messageId of the queue message
 * @throws NotDelivered, or the database error, when the message is to be retried
 */
export async function sendMail<T extends BusMessageType>(
  ctx: RequestContext,
  mail: MailDefinition<T>,
  messageId: string,
  body: BusBody<T>,
): Promise<void> {
  const draft = await mail.draft(ctx, body);
  if (draft.status === "ready") return deliver(ctx, messageId, draft.email);
  if (draft.status === "no_recipient") {
    log("info", "mail_skipped", { type: mail.message, message_id: messageId, reason: draft.status });
    return;
  }
  await skipMail(ctx, await deliveryRow(ctx, messageId, draft), draft.reason);
}

/**
 * Sends an email to several recipients, each separately with the message's ID, so a retry reaches only recipients who
 * have not got theirs.
 * @throws the error of an email, after all were tried, when the message is to be retried
 */
export async function sendMails<T extends BusMessageType>(
  ctx: RequestContext,
  mail: MailDefinition<T>,
  messageId: string,
  bodies: readonly BusBody<T>[],
): Promise<void> {
  const outcomes = await Promise.allSettled(bodies.map((body) => sendMail(ctx, mail, messageId, body)));
  const failed = outcomes.find(({ status }) => status === "rejected");
  if (failed?.status === "rejected") throw failed.reason;
}
