import type { BusMessage } from "../../proto/bus/messages.ts";
import type { RequestContext } from "../context.ts";
import { log } from "../kernel/log.ts";
import { isToldOfRisk, settingsOf } from "../live/alerts/alert-settings.ts";
import { listAlerted } from "../live/alerts/queries.ts";
import { listOwners } from "../platform/mail/host-mail-queries.ts";
import { onShard } from "../platform/shards/on-shard.ts";
import { deliver, deliveryRow } from "../sending/deliver.ts";
import { skipMail } from "../sending/persist-outcome.ts";
import { draftMail, type MailMessage } from "./draft-mail.ts";

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

/**
 * Notifies the members who want it of a risky access. Each gets a separate email with the message's ID, so a retry
 * reaches only members who have not got theirs.
 * @throws the error of an email, after all were tried, when the message is to be retried
 */
export async function notifyMembers(
  ctx: RequestContext,
  { id, body }: Extract<BusMessage, { type: "alert.risk" }>,
): Promise<void> {
  const { event_id, guest_id, risk, happened_at, about } = body;
  const members = (await listAlerted(ctx.db, event_id)).filter(({ settings, userId, hostId }) =>
    isToldOfRisk(settingsOf(settings, userId === hostId), risk),
  );
  const alert = { event_id, kind: "risk" as const, guest_id, risk, ...(about && { about }) };
  const span = { since_at: happened_at, until_at: happened_at };
  const mails = members.map(({ userId }) =>
    notify(ctx, { type: "alert.send", id, body: { ...alert, ...span, member_id: userId } }),
  );
  const failed = (await Promise.allSettled(mails)).find((outcome) => outcome.status === "rejected");
  if (failed) throw failed.reason;
}

/**
 * Notifies every owner of an event of a change. Each gets a separate email with the message's ID, so a retry reaches
 * only owners who have not got theirs.
 * @throws the error of an email, after all were tried, when the message is to be retried
 */
export async function notifyOwners(
  ctx: RequestContext,
  { id, body }: Extract<BusMessage, { type: "owners.notice" }>,
): Promise<void> {
  const { event_id: eventId, ...facts } = body;
  const owners = await listOwners(ctx.db, eventId);
  const accounts = onShard(ctx, 0);
  const notices = owners.map(({ userId }) =>
    notify(accounts, { type: "account.notice", id, body: { ...facts, user_id: userId, about_event_id: eventId } }),
  );
  const failed = (await Promise.allSettled(notices)).find((outcome) => outcome.status === "rejected");
  if (failed) throw failed.reason;
}
