import type { Texts } from "../../i18n/texts.ts";
import { isEnabled } from "../../platform/flags/is-enabled.ts";
import type { RequestContext } from "../../request-context.ts";
import { linkFor } from "../invitations/guest-link.ts";
import { issueMissing } from "../invitations/issue-missing.ts";
import { placeholderValues } from "../messages/placeholder-values.ts";
import { fillPlaceholders } from "../messages/placeholders.ts";
import { recipientTexts } from "../messages/recipient-texts.ts";
import { editableWords, type ReminderWords, reminderWords } from "../messages/reminder-words.ts";
import { wordsIn } from "../messages/translated-words.ts";
import type { EmailContent } from "../notifier/draft.ts";
import { brandOf, canAnswer, eventFacts } from "../notifier/guest-recipient.ts";
import { hostSender } from "../notifier/host-sender.ts";
import { broadcast as broadcastEmail } from "../notifier/templates/broadcast.ts";
import { reminder } from "../notifier/templates/reminder.ts";
import { oneLine } from "../notifier/templates/wording.ts";
import { unsubscribeHeaders, unsubscribeUrl } from "../notifier/unsubscribe-link.ts";
import type { DeliveryResults } from "./attempt.ts";
import { composeNotice, noticeIn } from "./compose-notice.ts";
import type { Broadcast, DeliveryUpdate, RecipientRow } from "./queries.ts";

/** A recipient who can be written to. */
export interface Recipient extends RecipientRow {
  tokenId: string;
  /** An e-mail address or a phone number, by the message's channel. */
  address: string;
}

type Values = ReturnType<typeof placeholderValues>;

/** The change that a notice would tell was taken back while the notice was being sent. */
const TAKEN_BACK = { status: "suppressed", reason: "taken_back" } as const;

/**
 * The recipients of a batch who are to be written to, each with an address and a link; a guest without a link gets one.
 * The others are put into the results as skipped, with the reason.
 */
export async function resolveRecipients(
  ctx: RequestContext,
  broadcast: Broadcast,
  rows: readonly RecipientRow[],
  results: DeliveryResults,
): Promise<Recipient[]> {
  const isTakenBack = noticeIn(broadcast) === null;
  const smsDisabled = broadcast.message.channel === "sms" && !(await isEnabled(ctx, "sms", broadcast.event.hostId));
  const eligible: (RecipientRow & { address: string })[] = [];
  for (const row of rows) {
    if (results.has(row.guestId)) continue;
    const eligibility = isTakenBack ? TAKEN_BACK : recipientEligibility(broadcast, row, smsDisabled);
    if ("address" in eligibility) eligible.push({ ...row, address: eligibility.address });
    else results.skip(row.guestId, eligibility.status, eligibility.reason);
  }
  const withoutLink = eligible.filter(({ tokenId }) => tokenId === null).map(({ guestId }) => guestId);
  const issued = await issueMissing(ctx, broadcast.event.id, withoutLink);
  return eligible.flatMap((row) => {
    const tokenId = row.tokenId ?? issued.get(row.guestId);
    // None for a guest who was deleted just now, and the delivery with the guest.
    return tokenId === undefined ? [] : [{ ...row, tokenId }];
  });
}

/** Under which address a recipient may be written to now, or why not: much can change between the claim and the sending. */
function recipientEligibility(
  { message, event, isHostVerified }: Broadcast,
  recipient: RecipientRow,
  smsDisabled: boolean,
): { address: string } | (Pick<DeliveryUpdate, "status"> & { reason: string }) {
  const isSms = message.channel === "sms";
  if (event.deletedAt !== null) return { status: "suppressed", reason: "event_closed" };
  if (message.slug !== null && event.cancelledAt !== null) return { status: "suppressed", reason: "event_cancelled" };
  if (!isHostVerified) return { status: "failed", reason: "email_unverified" };
  if (isSms && smsDisabled) return { status: "failed", reason: "sms_disabled" };
  const address = isSms ? recipient.phone : recipient.email;
  if (address === null) return { status: "unreachable", reason: isSms ? "no_phone" : "no_email" };
  if (isSms && recipient.hasOptedOut) return { status: "suppressed", reason: "unsubscribed" };
  if (!isSms && recipient.suppression !== null) return { status: "suppressed", reason: recipient.suppression };
  return { address };
}

/** A message as one recipient gets it by e-mail, with the link that ends such e-mails. */
export async function composeEmail(ctx: RequestContext, broadcast: Broadcast, to: Recipient): Promise<EmailContent> {
  const notice = noticeIn(broadcast);
  if (notice) return composeNotice(ctx, broadcast, notice, to);
  const { message, event } = broadcast;
  const { texts, link, values } = await addressing(ctx, broadcast, to);
  const url = await unsubscribeUrl(ctx, { address: to.address, hostId: event.hostId });
  const parts = {
    texts,
    ...wordsOf(message, texts, values),
    event: eventFacts(broadcast, texts),
    brand: brandOf(ctx, broadcast),
    link,
    unsubscribeUrl: url,
  };
  const { reminderFooter = null } = wordsIn(to.locale ?? event.locale, broadcast, broadcast.translations);
  const reminding = {
    footer: reminderFooter === null ? null : fillPlaceholders(reminderFooter, values),
    response: to.response,
    canAnswer: canAnswer(event, ctx.clock.now()),
  };
  const email = message.slug === null ? broadcastEmail(parts) : reminder({ ...parts, ...reminding });
  return { ...hostSender(broadcast, texts), ...email, headers: unsubscribeHeaders(url) };
}

/** Subject and body: ours in the reader's language where the host has left them as they are. */
function wordsOf({ slug, subject, body }: Broadcast["message"], texts: Texts, values: Values): ReminderWords {
  const own = { subject: oneLine(fillPlaceholders(subject, values)), body: fillPlaceholders(body, values) };
  if (slug === null) return own;
  const editable = editableWords(slug);
  const ours = reminderWords(texts, slug, values);
  return {
    subject: subject === editable.subject ? ours.subject : own.subject,
    body: body === editable.body ? ours.body : own.body,
  };
}

/** A message as one recipient gets it on the phone. */
export async function composeSms(ctx: RequestContext, broadcast: Broadcast, to: Recipient): Promise<string> {
  const { values } = await addressing(ctx, broadcast, to);
  return fillPlaceholders(broadcast.message.body, values);
}

/** A recipient's language and link, and the values of placeholders. */
async function addressing(ctx: RequestContext, { event }: Broadcast, to: Recipient) {
  const texts = await recipientTexts(ctx, { guest: to.locale, event: event.locale });
  const link = await linkFor(ctx, to.tokenId);
  return { texts, link, values: placeholderValues({ guestName: to.name, link, event }, texts, ctx.clock.now()) };
}
