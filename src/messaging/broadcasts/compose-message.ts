import type { RequestContext } from "../../context.ts";
import { replyStateOf } from "../../db/standing.ts";
import { calendarFile, calendarMethod, calendarOrganizer } from "../../events/calendar.ts";
import { type Notice, noticeOf } from "../../events/change-notices/notice-of.ts";
import { fillPlaceholders, fillTextMessage, placeholderValues } from "../../events/placeholders/placeholders.ts";
import { recipientTexts } from "../../events/placeholders/recipient-texts.ts";
import { textFor, wordsIn } from "../../events/placeholders/translated-words.ts";
import {
  editableWords,
  hasDefaultText,
  isAsked,
  type ReminderReader,
  type ReminderWords,
  reminderWords,
} from "../../events/reminders/reminder-words.ts";
import type { Texts } from "../../i18n/texts.ts";
import { linkFor } from "../../invitations/guest-link.ts";
import { brandOf, canAnswer } from "../../invitations/mails/guest-recipient.ts";
import type { Standing } from "../../kernel/rsvp.ts";
import { slugify } from "../../kernel/slug.ts";
import { oneLine } from "../../kernel/visible-text.ts";
import type { EmailContent } from "../../platform/mail/draft.ts";
import { hostSender } from "../../platform/mail/host-sender.ts";
import { eventFacts } from "../../platform/mail/wording.ts";
import { broadcast as broadcastEmail } from "../mails/broadcast.ts";
import { eventNotice } from "../mails/event-notice.ts";
import { type ReminderProps, reminder } from "../mails/reminder.ts";
import type { Broadcast, Recipient } from "./delivery-queries.ts";

type Values = ReturnType<typeof placeholderValues>;

/**
 * Composes a message as one recipient gets it by email.
 * @param now the time at which it is sent, epoch milliseconds
 */
export async function composeEmail(
  ctx: RequestContext,
  broadcast: Broadcast,
  to: Recipient,
  unsubscribeUrl: string | undefined,
  now = ctx.clock.now(),
): Promise<EmailContent> {
  const notice = noticeIn(broadcast);
  if (notice) return composeNotice(ctx, broadcast, notice, { ...to, unsubscribeUrl }, now);
  const { message, event } = broadcast;
  const { texts, link, values } = await addressing(ctx, broadcast, to, now);
  const reader = {
    standing: to.state?.standing ?? "silent",
    canAnswer: canAnswer(event, now),
    hasDeadline: event.rsvpDeadline !== null,
  };
  const parts = {
    texts,
    ...wordsOf(broadcast, to, reader, { texts, values }),
    event: eventFacts(broadcast, texts),
    brand: brandOf(ctx, broadcast),
    link,
    unsubscribeUrl,
  };
  const { reminderFooter = null } = wordsIn(to.locale ?? event.locale, broadcast, broadcast.translations);
  const reminding = {
    footer:
      reminderFooter === null || hasDefaultText(reader.standing) ? null : fillPlaceholders(reminderFooter, values),
    reader,
    offer: offerOf(to),
  };
  const email = message.slug === null ? broadcastEmail(parts) : reminder({ ...parts, ...reminding });
  return { ...hostSender(broadcast, texts), ...email };
}

/** The offered seats of a recipient; null for another standing. */
function offerOf({ state }: Recipient): ReminderProps["offer"] {
  if (state?.standing !== "offered" || state.offerExpiresAt === null) return null;
  return { heads: state.heads, expiresAt: state.offerExpiresAt };
}

/** Returns subject and body. The default text is in the reader's language if the host has left it unchanged. */
function wordsOf(
  { message, event }: Broadcast,
  to: Recipient,
  reader: ReminderReader,
  { texts, values }: { texts: Texts; values: Values },
): ReminderWords {
  const { slug } = message;
  const editable = slug === null ? null : editableWords(slug);
  // The default text is in the guest's language, so it precedes the host's text in the event's language.
  const wanted = message.body === editable?.body ? [to.locale ?? event.locale] : [to.locale, event.locale];
  const { subject, body } = textFor(message, wanted);
  const own = { subject: oneLine(fillPlaceholders(subject, values)), body: fillPlaceholders(body, values) };
  if (slug === null || editable === null) return own;
  const ours = reminderWords(texts, slug, values, reader, to.greeting);
  if (hasDefaultText(reader.standing)) return ours;
  return {
    subject: subject === editable.subject ? ours.subject : own.subject,
    body: body === editable.body ? ours.body : own.body,
  };
}

/** A message as one recipient gets it on the phone. */
export async function composeSms(
  ctx: RequestContext,
  broadcast: Broadcast,
  to: Recipient,
  now = ctx.clock.now(),
): Promise<string> {
  const { values } = await addressing(ctx, broadcast, to, now);
  const { message, event } = broadcast;
  return fillTextMessage(textFor(message, [to.locale, event.locale]).body, values);
}

/** A recipient's language and link, and the values of placeholders. */
async function addressing(ctx: RequestContext, { event }: Broadcast, to: Recipient, now: number) {
  const texts = await recipientTexts(ctx, { guest: to.locale, event });
  const link = await linkFor(ctx, to.tokenId);
  const asked = isAsked({ standing: standingFor(to), canAnswer: canAnswer(event, now) });
  return { texts, link, values: placeholderValues({ guest: to, isAsked: asked, link, event }, texts, now) };
}

/** The standing of a recipient. A message to guests of all standings reads only whether there is an RSVP. */
function standingFor({ state, hasAnswered }: Recipient): Standing {
  return state?.standing ?? (hasAnswered ? "coming" : "silent");
}

/** The guest who gets a notice. */
interface NoticedGuest {
  /** BCP 47; null: the event's. */
  locale: string | null;
  name: string;
  greeting: string | null;
  tokenId: string;
  hasAnswered: boolean;
  unsubscribeUrl: string | undefined;
}

/** Composes a notice for one recipient: the current event, with the calendar file that replaces the guest's. */
async function composeNotice(
  ctx: RequestContext,
  broadcast: Broadcast,
  notice: Notice,
  to: NoticedGuest,
  now: number,
): Promise<EmailContent> {
  const { event } = broadcast;
  const texts = await recipientTexts(ctx, { guest: to.locale, event });
  const mail = eventNotice({
    texts,
    notice,
    guest: to,
    event: eventFacts(broadcast, texts),
    brand: brandOf(ctx, broadcast),
    hostMessage: event.cancelMessage,
    hasAnswered: to.hasAnswered,
    replies: replyStateOf(event, now),
    link: await linkFor(ctx, to.tokenId),
    unsubscribeUrl: to.unsubscribeUrl,
  });
  const file = {
    filename: `${slugify(event.name)}.ics`,
    contentType: "text/calendar; charset=utf-8",
    content: calendarFile(event, await calendarOrganizer(ctx, broadcast, async () => texts)),
    method: calendarMethod(event),
  };
  return { ...hostSender(broadcast, texts), ...mail, attachments: [file] };
}

/** Returns the current content of a notice. Null if its changes were undone since; undefined for another message. */
export function noticeIn({ message, event }: Broadcast): Notice | null | undefined {
  return message.notice === null ? undefined : noticeOf(message.changedFrom ?? {}, event);
}
