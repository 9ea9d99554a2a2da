import { log } from "../../kernel/log.ts";
import type { RequestContext } from "../../request-context.ts";
import { CLAIM_TTL_MS, deliver, deliveryRow } from "./deliver.ts";
import { draftMail, type MailMessage } from "./draft-mail.ts";
import { skipDelivery } from "./queries.ts";

/**
 * Sends the mail that a queue message asks for, rendered from the state of the database now. Safe to call again with the
 * same message.
 * @throws NotDelivered, or what the database threw, when the message is to come again
 */
export async function notify(ctx: RequestContext, message: MailMessage): Promise<void> {
  const draft = await draftMail(ctx, message);
  if (draft.status === "ready") return deliver(ctx, message.id, draft.email);
  const reason = draft.status === "skipped" ? draft.reason : draft.status;
  log("info", "mail_skipped", { type: message.type, message_id: message.id, reason });
  if (draft.status === "no_recipient") return;
  const { db, clock } = ctx;
  const now = clock.now();
  const row = await deliveryRow(ctx, message.id, draft);
  await skipDelivery(db, row, draft.reason, now, now - CLAIM_TTL_MS);
}
