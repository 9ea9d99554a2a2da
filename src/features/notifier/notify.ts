import type { RequestContext } from "../../request-context.ts";
import { ABANDONED_AFTER_MS, deliver, deliveryRow } from "./deliver.ts";
import { draftMail, type MailMessage } from "./draft-mail.ts";
import { withholdDelivery } from "./queries.ts";

/**
 * Sends the mail that a message asks for, as the database has it now. Safe to call again with the same message.
 * @throws NotDelivered, or what the database threw, when the message is to come again
 */
export async function notify(ctx: RequestContext, message: MailMessage): Promise<void> {
  const draft = await draftMail(ctx, message);
  if (draft.status === "owed") return deliver(ctx, message.id, draft.letter);
  const reason = draft.status === "withheld" ? draft.reason : "nobody";
  console.info(JSON.stringify({ msg: "mail_not_owed", type: message.type, message_id: message.id, reason }));
  if (draft.status === "nobody") return;
  const { db, clock } = ctx;
  const now = clock.now();
  const row = await deliveryRow(ctx, message.id, draft);
  await withholdDelivery(db, row, draft.reason, now, now - ABANDONED_AFTER_MS);
}
