import type { BusMessage } from "../../../proto/bus/messages.ts";
import type { RequestContext } from "../../context.ts";
import { runBatch } from "../../db/batch.ts";
import { one } from "../../db/one.ts";
import { findEventMailFacts, findGuestRecipient } from "../../invitations/mails/guest-mail-queries.ts";
import { log } from "../../kernel/log.ts";
import { findAccount } from "../../platform/mail/host-mail-queries.ts";
import { deliver } from "../../sending/deliver.ts";
import { renderDraftEmail } from "./render-draft.ts";

/** Marks a test, so that it is not mistaken for the real email. */
const MARK = "Test: ";

/**
 * Emails a draft to the member who requested it, once even if the queue repeats the message. Sends nothing if the event
 * or the guest no longer exists.
 * @throws NotDelivered, or the database error, if the queue should retry the message
 */
export async function deliverTest(
  ctx: RequestContext,
  { id, body }: Extract<BusMessage, { type: "test_mail.send" }>,
): Promise<void> {
  const { db, accountsDb } = ctx;
  const { event_id: eventId, user_id: userId, guest_id: guestId, ...draft } = body;
  const [{ event, guest }, account] = await Promise.all([
    runBatch(db, {
      event: one(findEventMailFacts(db, eventId)),
      guest: guestId !== undefined && one(findGuestRecipient(db, eventId, guestId)),
    }),
    one(findAccount(accountsDb, userId)),
  ]);
  const isGone =
    event === undefined || event.event.deletedAt !== null || (guestId !== undefined && guest === undefined);
  if (isGone || account === undefined || account.email === null) {
    log("info", "mail_skipped", { type: "test_mail.send", message_id: id, reason: "no_recipient" });
    return;
  }
  const address = account.email;
  await deliver(ctx, id, {
    kind: "test",
    purpose: "member",
    recipient: { id: userId, address, eventId, guestId: null, userId, hostIds: [] },
    async render(unsubscribeUrl) {
      const reader = { address, unsubscribeUrl };
      const content = await renderDraftEmail(ctx, { event, guest }, { ...draft, guestId }, reader);
      return { ...content, subject: `${MARK}${content.subject}` };
    },
  });
}
