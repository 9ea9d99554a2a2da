import { placeholderValues } from "../../events/placeholders/placeholders.ts";
import { reminderWords } from "../../events/reminders/reminder-words.ts";
import type { Texts } from "../../i18n/texts.ts";
import { DAY_MS } from "../../kernel/clock.ts";
import type { RsvpResponse } from "../../kernel/rsvp.ts";
import type { Block, MailSamples, RenderedMail } from "../../platform/mail/content.ts";
import { renderMail } from "../../platform/mail/layout.ts";
import { EVENT, GUEST, LINK, PALE_BRAND, UNSUBSCRIBE_URL } from "../../platform/mail/sample-data.ts";
import {
  answerChoices,
  eventDetails,
  type GuestProps,
  guestFrame,
  oneLine,
  personalLink,
  subjectLine,
  whenAndWhere,
} from "../../platform/mail/wording.ts";

export interface ReminderProps extends Omit<GuestProps, "guest"> {
  /** Subject and body with their placeholders already replaced; a host may have edited them. */
  subject: string;
  body: string;
  /** The host's custom text at the end, with its placeholders replaced; null: none. */
  footer: string | null;
  /** Response of the guest's RSVP; null if there is none. */
  response: RsvpResponse | null;
  /** Whether an RSVP is still accepted. */
  canAnswer: boolean;
  unsubscribeUrl?: string | undefined;
}

/** Reminds of an event, and asks guests without an RSVP or with a `maybe` for one. */
export function reminder(props: ReminderProps): RenderedMail {
  const { texts, body, footer, event } = props;
  const { format } = texts;
  const subject = subjectLine(props.subject);
  const asks = props.response === null && props.canAnswer;
  return renderMail({
    texts,
    subject,
    preheader: asks ? texts.sentences([format("mail.silent"), format("mail.ask")]) : whenAndWhere(event, texts),
    brand: props.brand,
    eyebrow: oneLine(event.name),
    heading: subject,
    blocks: [
      { kind: "typed", text: body },
      eventDetails(event, texts),
      ...answerBlocks(props, asks),
      ...(footer === null ? [] : [{ kind: "typed", text: footer } as const]),
      personalLink(texts),
    ],
    ...guestFrame(event, texts),
    unsubscribeUrl: props.unsubscribeUrl,
  });
}

/** @param asks the guest has sent no RSVP and still can */
function answerBlocks({ texts, link, response, canAnswer }: ReminderProps, asks: boolean): Block[] {
  const { format } = texts;
  if (asks) return [{ kind: "paragraph", text: format("mail.silent") }, answerChoices(link, texts)];
  if (response === "maybe" && canAnswer) {
    const links = [{ label: format("mail.view-rsvp"), href: link }];
    return [answerChoices(link, texts), { kind: "links", lead: format("mail.details"), links }];
  }
  return [{ kind: "button", label: format(response === null ? "mail.open" : "mail.view-rsvp"), href: link }];
}

/** Renders the default text of the first reminder. */
function sample(texts: Texts, props: Partial<ReminderProps>): RenderedMail {
  const { name, venue, startsAt: eventDate, timeZone: timezone } = EVENT;
  const event = { name, venue, eventDate, timezone, rsvpDeadline: null };
  const values = placeholderValues({ guest: GUEST.guest, link: LINK, event }, texts, eventDate - 7 * DAY_MS);
  const facts = { footer: null, response: null, canAnswer: true, unsubscribeUrl: UNSUBSCRIBE_URL };
  return reminder({ ...GUEST, texts, ...facts, ...reminderWords(texts, "reminder_7d", values), ...props });
}

/** @public For `npm run mail:preview` and for tests in each language. */
export const samples: MailSamples = {
  reminder: (texts) => sample(texts, {}),
  "reminder-answered": (texts) =>
    sample(texts, { response: "attending", footer: "Parking is free behind the church.\nAna" }),
  "reminder-maybe": (texts) => sample(texts, { response: "maybe" }),
  "reminder-closed": (texts) => sample(texts, { brand: PALE_BRAND, canAnswer: false }),
};
