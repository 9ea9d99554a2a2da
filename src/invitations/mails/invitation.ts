import { replyBy } from "../../i18n/event-time.ts";
import type { Texts } from "../../i18n/texts.ts";
import type { Block, MailSamples, RenderedMail } from "../../platform/mail/content.ts";
import { renderMail } from "../../platform/mail/layout.ts";
import { BODY, BRAND, COVER_URL, GUEST, PALE_BRAND } from "../../platform/mail/sample-data.ts";
import {
  answerChoices,
  eventDetails,
  type GuestProps,
  greeting,
  guestFrame,
  oneLine,
  personalLink,
  phrase,
  whenAndWhere,
} from "../../platform/mail/wording.ts";

export interface InvitationProps extends GuestProps {
  /** The host's description of the event, with its line breaks. */
  description: string | null;
  /** Number of people that the invitation is for, the guest included; null: no limit. */
  partySize: number | null;
  /** Deadline for the RSVP, epoch milliseconds. Null without a deadline. */
  deadline: number | null;
  /** Whether the guest has sent an RSVP: then the email repeats the link, and invites no second time. */
  hasAnswered: boolean;
  /** Whether the guest is asked for an RSVP. */
  isAsked: boolean;
  /** The host's custom texts with their placeholders replaced. Null: the default text. */
  words: { subject: string | null; body: string | null };
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
      {
        kind: "links",
        lead: format("mail.details"),
        links: [{ label: format(props.hasAnswered ? "mail.view-rsvp" : "mail.open"), href: link }],
      },
      personalLink(texts),
    ],
    ...guestFrame(props),
  });
}

function openingOf({ texts, guest, event, words, hasAnswered }: InvitationProps): Block[] {
  if (words.body !== null) return [{ kind: "typed", text: words.body }];
  const host = oneLine(event.hostName);
  const text = hasAnswered ? texts.format("mail.stands") : phrase(texts, "mail.love", { host });
  return [greeting(guest, texts), { kind: "paragraph", text }];
}

function partyOf({ texts, partySize }: InvitationProps): Block[] {
  if (partySize === null || partySize < 2) return [];
  return [{ kind: "paragraph", text: phrase(texts, "mail.party", { count: partySize }) }];
}

function answersOf({ texts, event, link, deadline, isAsked }: InvitationProps): Block[] {
  if (!isAsked) return [];
  if (deadline === null) return [answerChoices(link, texts)];
  return [answerChoices(link, texts), { kind: "note", text: replyBy(texts, deadline, event.timeZone) }];
}

function sample(texts: Texts, props: Partial<InvitationProps>): RenderedMail {
  const description =
    "Long tables under the trees, a band from Lund, and dancing until the lanterns go out.\n\nWear something light.";
  const party = { partySize: 3, deadline: null, words: { subject: null, body: null } };
  const asked = { hasAnswered: false, isAsked: true };
  return invitation({ ...GUEST, texts, description, ...party, ...asked, ...props });
}

/** @public For `npm run mail:preview` and for tests in each language. */
export const samples: MailSamples = {
  invitation: (texts) => sample(texts, {}),
  "invitation-branded": (texts) =>
    sample(texts, { brand: { ...BRAND, coverUrl: COVER_URL }, partySize: 2, deadline: Date.UTC(2027, 5, 12, 16) }),
  "invitation-pale": (texts) => sample(texts, { brand: PALE_BRAND, partySize: null, description: null }),
  "invitation-own-words": (texts) => sample(texts, { words: { subject: "Zoë, dance with us?", body: BODY } }),
  "invitation-closed": (texts) => sample(texts, { isAsked: false }),
  "invitation-answered": (texts) => sample(texts, { hasAnswered: true, isAsked: false }),
};
