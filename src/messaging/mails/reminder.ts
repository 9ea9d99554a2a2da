import { placeholderValues } from "../../events/placeholders/placeholders.ts";
import {
  isAsked,
  type ReminderReader,
  type ReminderSlug,
  reminderWords,
} from "../../events/reminders/reminder-words.ts";
import { dayAndTime } from "../../i18n/event-time.ts";
import type { Texts } from "../../i18n/texts.ts";
import { DAY_MS } from "../../kernel/clock.ts";
import type { Block, MailSamples, RenderedMail } from "../../platform/mail/content.ts";
import { renderMail } from "../../platform/mail/layout.ts";
import { EVENT, GUEST, LINK, PALE_BRAND } from "../../platform/mail/sample-data.ts";
import {
  answerChoices,
  eventDetails,
  type GuestProps,
  guestFrame,
  oneLine,
  personalLink,
  phrase,
  subjectLine,
  whenAndWhere,
} from "../../platform/mail/wording.ts";

export interface ReminderProps extends Omit<GuestProps, "guest"> {
  /** Subject and body with their placeholders already replaced; a host may have edited them. */
  subject: string;
  body: string;
  /** The host's custom text at the end, with its placeholders replaced; null: none. */
  footer: string | null;
  /** Where the guest stands, and whether the guest may be asked. */
  reader: ReminderReader;
  /** The seats that are held for the guest: people, and until when in epoch milliseconds. Null: no seats are offered. */
  offer: { heads: number; expiresAt: number } | null;
}

/**
 * Reminds of an event. Guests without an RSVP or with a `maybe` are asked for one if the event takes replies; a guest with
 * an offered seat is asked to accept the seat.
 */
export function reminder(props: ReminderProps): RenderedMail {
  const { texts, body, footer, event } = props;
  const { format } = texts;
  const subject = subjectLine(props.subject);
  const asks = props.reader.standing === "silent" && props.reader.canAnswer;
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
    ...guestFrame(props),
  });
}

/** @param asks the guest has sent no RSVP and still can */
function answerBlocks(props: ReminderProps, asks: boolean): Block[] {
  const { texts, link, reader, offer } = props;
  const { format } = texts;
  if (offer !== null) return offerBlocks(props, offer);
  if (asks) return [{ kind: "paragraph", text: format("mail.silent") }, answerChoices(link, texts)];
  if (isAsked(reader)) {
    const links = [{ label: format("mail.view-rsvp"), href: link }];
    return [answerChoices(link, texts), { kind: "links", lead: format("mail.details"), links }];
  }
  const hasAnswered = reader.standing === "coming" || reader.standing === "maybe";
  return [{ kind: "button", label: format(hasAnswered ? "mail.view-rsvp" : "mail.open"), href: link }];
}

/** The offer, as in the email with which it began. */
function offerBlocks({ texts, link, event }: ReminderProps, offer: NonNullable<ReminderProps["offer"]>): Block[] {
  const { format } = texts;
  const date = dayAndTime(texts, offer.expiresAt, event.timeZone);
  const says = phrase(texts, "mail.offer-says", { event: oneLine(event.name), date, count: offer.heads });
  return [
    { kind: "paragraph", text: says },
    { kind: "button", label: format("mail.take"), href: link },
    { kind: "note", text: format("mail.offer-no") },
  ];
}

/** Renders the default text of the first reminder. */
function sample(
  texts: Texts,
  slug: ReminderSlug,
  reader: Partial<ReminderReader>,
  props: Partial<ReminderProps> = {},
): RenderedMail {
  const { name, venue, startsAt: eventDate, timeZone: timezone } = EVENT;
  const event = { name, venue, eventDate, timezone, rsvpDeadline: null };
  const values = placeholderValues({ guest: GUEST.guest, link: LINK, event }, texts, eventDate - 7 * DAY_MS);
  const facts = { footer: null, offer: null };
  const read: ReminderReader = { standing: "silent", canAnswer: true, hasDeadline: false, ...reader };
  return reminder({ ...GUEST, texts, ...facts, reader: read, ...reminderWords(texts, slug, values, read), ...props });
}

/** @public For `npm run mail:preview` and for tests in each language. */
export const samples: MailSamples = {
  reminder: (texts) => sample(texts, "reminder_7d", {}),
  "reminder-answered": (texts) =>
    sample(texts, "reminder_1d", { standing: "coming" }, { footer: "Parking is free behind the church.\nAna" }),
  "reminder-maybe": (texts) => sample(texts, "reminder_1d", { standing: "maybe" }),
  "reminder-closed": (texts) =>
    sample(texts, "reminder_1d", { standing: "maybe", canAnswer: false }, { brand: PALE_BRAND }),
  "reminder-waitlisted": (texts) => sample(texts, "reminder_1d", { standing: "waitlisted" }),
  "reminder-offered": (texts) =>
    sample(texts, "reminder_1d", { standing: "offered" }, { offer: { heads: 2, expiresAt: EVENT.startsAt } }),
};
