import type { BusBody, BusMessage, BusMessageType } from "../../proto/bus/messages.ts";
import type { RequestContext } from "../context.ts";
import { accountNoticeMail } from "../identity/mails/account-notice-mail.ts";
import { log } from "../kernel/log.ts";
import { alertMail } from "../live/alerts/alert-mail.ts";
import { isToldOfRisk, settingsOf } from "../live/alerts/alert-settings.ts";
import { listAlerted } from "../live/alerts/queries.ts";
import type { MailDefinition } from "../platform/mail/define-mail.ts";
import { listOwners } from "../platform/mail/host-mail-queries.ts";
import { onShard } from "../platform/shards/on-shard.ts";
import { deliver, deliveryRow } from "../sending/deliver.ts";
import { skipMail } from "../sending/persist-outcome.ts";

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

/**
 * Notifies the members who want it of a risky access.
 * @throws see `sendMails`
 */
export async function notifyMembers(
  ctx: RequestContext,
  { id, body }: Extract<BusMessage, { type: "alert.risk" }>,
): Promise<void> {
  const { risk, happened_at, ...about } = body;
  const members = (await listAlerted(ctx.db, body.event_id)).filter(({ settings, userId, hostId }) =>
    isToldOfRisk(settingsOf(settings, userId === hostId), risk),
  );
  const alert = { ...about, kind: "risk" as const, risk, since_at: happened_at, until_at: happened_at };
  await sendMails(
    ctx,
    alertMail,
    id,
    members.map(({ userId }) => ({ ...alert, member_id: userId })),
  );
}

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
