import type { BusMessage } from "../../proto/bus/messages.ts";
import type { RequestContext } from "../context.ts";
import { accountNoticeMail } from "../identity/mails/account-notice-mail.ts";
import { listOwners } from "../platform/mail/host-mail-queries.ts";
import { onShard } from "../platform/shards/on-shard.ts";
import { sendMails } from "../sending/send-mail.ts";

/**
 * Notifies every owner of an event of a change.
 * @throws see `sendMails`
 */
export async function notifyOwners(
  ctx: RequestContext,
  { id, body }: Extract<BusMessage, { type: "owners.notice" }>,
): Promise<void> {
  const { event_id: eventId, ...facts } = body;
  const owners = await listOwners(ctx.db, eventId);
  const notices = owners.map(({ userId }) => ({ ...facts, user_id: userId, about_event_id: eventId }));
  await sendMails(onShard(ctx, 0), accountNoticeMail, id, notices);
}
