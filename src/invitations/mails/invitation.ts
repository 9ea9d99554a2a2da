import type { Texts } from "../../i18n/texts.ts";
import type { Brand } from "../../kernel/brand.ts";
import type { Block, RenderedMail } from "../../platform/mail/content.ts";
import { renderMail } from "../../platform/mail/layout.ts";
import {
  answerChoices,
  type EventFacts,
  eventDetails,
  greeting,
  guestFrame,
  oneLine,
  personalLink,
  phrase,
  shortTime,
  whenAndWhere,
} from "../../platform/mail/wording.ts";

export interface InvitationProps {
  /** In the guest's language. */
  texts: Texts;
  guestName: string;
  event: EventFacts;
  /** The host's description of the event, with its line breaks. */
  description: string | null;
  brand: Brand | null;
  /** The guest's link. Anyone who has it can send the RSVP. */
  link: string;
  /** How many people the invitation is for, the guest included; null when the host set no limit. */
  partySize: number | null;
  /** Deadline for the RSVP, epoch milliseconds. Null without a deadline. */
  deadline: number | null;
  /** Whether an answer can still be sent. */
  canAnswer: boolean;
  /** The host's custom texts with their placeholders replaced. Null: the default text. */
  words: { subject: string | null; body: string | null };
  unsubscribeUrl?: string | undefined;
}

/** Invites a guest to an event. The host's custom text replaces the default greeting. The facts and buttons stay. */
export function invitation(props: InvitationProps): RenderedMail {
  const { texts, event, words, description, link } = props;
  const { format } = texts;
  const name = oneLine(event.name);
  return renderMail({
    texts,
    subject: words.subject === null ? format("mail.invited-subject", { event: name }) : oneLine(words.subject),
    preheader: whenAndWhere(event, texts),
    brand: props.brand,
    eyebrow: format("mail.invited"),
    heading: name,
    blocks: [
      ...openingOf(props),
      eventDetails(event, texts),
      ...(description === null ? [] : [{ kind: "typed", text: description } as const]),
      ...partyOf(props),
      ...answersOf(props),
      { kind: "links", lead: format("mail.details"), links: [{ label: format("mail.open"), href: link }] },
      personalLink(texts),
    ],
    ...guestFrame(event, texts),
    unsubscribeUrl: props.unsubscribeUrl,
  });
}

function openingOf({ texts, guestName, event, words }: InvitationProps): Block[] {
  if (words.body !== null) return [{ kind: "typed", text: words.body }];
  const host = oneLine(event.hostName);
  return [greeting(guestName, texts), { kind: "paragraph", text: phrase(texts, "mail.love", { host }) }];
}

function partyOf({ texts, partySize }: InvitationProps): Block[] {
  if (partySize === null || partySize < 2) return [];
  return [{ kind: "paragraph", text: phrase(texts, "mail.party", { count: partySize }) }];
}

function answersOf({ texts, event, link, deadline, canAnswer }: InvitationProps): Block[] {
  if (!canAnswer) return [];
  if (deadline === null) return [answerChoices(link, texts)];
  const date = shortTime(texts, deadline, event.timeZone);
  return [answerChoices(link, texts), { kind: "note", text: texts.format("mail.reply-by", { date }) }];
}
