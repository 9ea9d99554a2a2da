import { eventTime } from "../../i18n/event-time.ts";
import type { TextId, Texts } from "../../i18n/texts.ts";
import { greetingValues } from "../../kernel/greeting-name.ts";
import type { RsvpResponse, Seat } from "../../kernel/rsvp.ts";
import { type RsvpStanding, saidNo, saidYes, standingOfRsvp } from "../../kernel/standing.ts";
import type { Block, MailSamples, Phrase, RenderedMail } from "../../platform/mail/content.ts";
import { renderMail } from "../../platform/mail/layout.ts";
import { BODY, EVENT, GUEST, LINK, PALE_BRAND } from "../../platform/mail/sample-data.ts";
import {
  eventDetails,
  type GuestProps,
  greeting,
  guestFrame,
  oneLine,
  personalLink,
  phrase,
  reportBlocks,
  sentences,
  whenAndWhere,
} from "../../platform/mail/wording.ts";

/** Content-ID of the door pass, which the caller attaches. */
export const DOOR_CODE_CONTENT_ID = "door-code@usher";

export interface ConfirmationProps extends GuestProps {
  response: RsvpResponse;
  plusOnes: number;
  /** Names of the people who attend with the guest, as far as known. */
  companions: readonly string[];
  /** Seat of an attending RSVP; null if an offered seat was not accepted in time. */
  seat: Seat | null;
  /** Time until which an offered seat is held, epoch milliseconds. */
  offerExpiresAt: number | null;
  /** Position of a waitlisted party: 1 is next. Null beyond the first 100. */
  waitlistPosition: number | null;
  /** URL at which the guest reports another person's RSVP. None for an RSVP that a host recorded. */
  reportUrl?: string | null;
  /** Whether an image with `DOOR_CODE_CONTENT_ID` is attached; only a confirmed seat has a door pass. */
  hasDoorCode: boolean;
  /** Whether a guest who declined can still come. */
  canAnswer: boolean;
  /** The host's custom text for attending guests, with its placeholders replaced. Null: the default text. */
  body: string | null;
}

/** Texts about an RSVP for the guest. */
interface Wording {
  subject: string;
  heading: string;
  preheader: string;
  says: Phrase;
  button: string;
}

/**
 * Confirms an RSVP, with the door pass for a confirmed seat. The host's custom text greets attending guests. Other
 * RSVPs get the default text. The caller attaches the calendar file.
 */
export function confirmation(props: ConfirmationProps): RenderedMail {
  const { texts, event, link, body } = props;
  const isComing = standingOfRsvp(props) === "coming";
  const { subject, heading, preheader, says, button } = wordingOf(props);
  return renderMail({
    texts,
    subject,
    preheader,
    brand: props.brand,
    eyebrow: oneLine(event.name),
    heading,
    blocks: [
      isComing && body !== null ? { kind: "typed", text: body } : greeting(props.guest, texts),
      { kind: "paragraph", text: says },
      eventDetails(event, texts),
      ...(isComing && props.hasDoorCode ? [doorPass(texts)] : []),
      { kind: "button", label: button, href: link },
      personalLink(texts),
      ...reportBlocks(props.reportUrl, "mail.report-reply", texts),
    ],
    ...guestFrame(props),
  });
}

function wordingOf(props: ConfirmationProps): Wording {
  const standing = standingOfRsvp(props);
  return { ...WORDINGS[standing](props, oneLine(props.event.name)), button: props.texts.format(buttonOf(props)) };
}

function buttonOf(props: ConfirmationProps): TextId {
  if (standingOfRsvp(props) === "offered") return "mail.take";
  if (saidYes(props.response)) return "mail.view-change";
  return saidNo(props.response) && !props.canAnswer ? "mail.view-rsvp" : "mail.change";
}

const WORDINGS: Record<RsvpStanding, (props: ConfirmationProps, event: string) => Omit<Wording, "button">> = {
  coming: (props, event) => ({
    subject: props.texts.format("mail.going-subject", { event }),
    heading: props.texts.format("mail.going"),
    preheader: props.texts.format(props.hasDoorCode ? "mail.going-pre-pass" : "mail.going-pre"),
    says: withParty(props, "going", event),
  }),
  waitlisted: (props, event) => {
    const { format } = props.texts;
    const place = props.waitlistPosition;
    return {
      subject: format("mail.wait-subject", { event }),
      heading: format("mail.wait"),
      preheader: format("mail.wait-pre"),
      says: sentences(
        props.texts,
        withParty(props, "wait", event),
        ...(place === null ? [] : [format("mail.wait-place", { place })]),
        format("mail.wait-pre"),
      ),
    };
  },
  offered: (props, event) => {
    const { texts, offerExpiresAt, event: facts } = props;
    const accept =
      offerExpiresAt === null
        ? texts.format("mail.accept")
        : phrase(texts, "mail.accept-by", { date: eventTime(texts, offerExpiresAt, null, facts.timeZone) });
    return {
      subject: texts.format("mail.offered-subject", { event }),
      heading: texts.format("mail.offered"),
      preheader: texts.format("mail.accept"),
      says: sentences(texts, withParty(props, "offered", event), accept),
    };
  },
  unseated: ({ texts }, event) => ({
    subject: texts.format("mail.lapsed-subject", { event }),
    heading: texts.format("mail.lapsed"),
    preheader: texts.format("mail.lapsed-pre"),
    says: phrase(texts, "mail.lapsed-says", { event }),
  }),
  maybe: ({ texts }, event) => ({
    subject: texts.format("mail.maybe-subject", { event }),
    heading: texts.format("mail.maybe-head"),
    preheader: texts.format("mail.maybe-pre"),
    says: phrase(texts, "mail.maybe-says", { event }),
  }),
  declined: ({ texts, canAnswer, event: facts }, event) => ({
    subject: texts.format("mail.declined-subject", { event }),
    heading: texts.format("mail.declined"),
    preheader: canAnswer ? texts.format("mail.declined-pre") : whenAndWhere(facts, texts),
    says: phrase(texts, "mail.declined-says", { event }),
  }),
};

/** The texts about a party: by its number, and by its names. */
const PARTY = {
  going: ["mail.going-says", "mail.going-names"],
  wait: ["mail.wait-says", "mail.wait-names"],
  offered: ["mail.offered-says", "mail.offered-names"],
} as const;

/** A sentence about the guest's party: by their names, as far as they are named, or by their number. */
function withParty(
  { texts, guest, plusOnes, companions }: ConfirmationProps,
  text: keyof typeof PARTY,
  event: string,
): Phrase {
  const [byNumber, byNames] = PARTY[text];
  const names = companions
    .map(oneLine)
    .filter((name) => name !== "")
    .slice(0, plusOnes);
  if (names.length === 0) return phrase(texts, byNumber, { event, count: plusOnes });
  const unnamed = plusOnes - names.length;
  const { first } = greetingValues(guest, guest.locale, texts.locale);
  const people = [oneLine(first), ...names].map((name) => isolated(name, texts));
  if (unnamed > 0) people.push(texts.format("mail.more", { count: unnamed }));
  return phrase(texts, byNames, { event, names: texts.formats.list(people) });
}

/** A name in other letters must not decide on which side of it the next one is read. */
function isolated(name: string, { dir }: Texts): string {
  return dir === "rtl" ? `\u2068${name}\u2069` : name;
}

function doorPass({ format }: Texts): Block {
  return {
    kind: "image",
    src: `cid:${DOOR_CODE_CONTENT_ID}`,
    sizePx: 220,
    alt: format("mail.pass-alt"),
    caption: format("mail.pass-show"),
    textInstead: format("mail.pass-attached"),
  };
}

function sample(texts: Texts, props: Partial<ConfirmationProps>): RenderedMail {
  const coming = { response: "attending", plusOnes: 0, companions: [], seat: "confirmed" } as const;
  const seat = { offerExpiresAt: null, waitlistPosition: null, hasDoorCode: true, canAnswer: true, body: null };
  return confirmation({ ...GUEST, texts, ...coming, ...seat, ...props });
}

function unseated(texts: Texts, props: Partial<ConfirmationProps>): RenderedMail {
  return sample(texts, { hasDoorCode: false, ...props });
}

/** @public For `npm run mail:preview` and for tests in each language. */
export const samples: MailSamples = {
  confirmation: (texts) => sample(texts, { plusOnes: 2, companions: ["Ben", "Chris"] }),
  "confirmation-alone": (texts) => sample(texts, { brand: PALE_BRAND, reportUrl: `${LINK}/not-me` }),
  "confirmation-own-words": (texts) => sample(texts, { plusOnes: 2, body: BODY }),
  "confirmation-waitlisted": (texts) => unseated(texts, { seat: "waitlisted", waitlistPosition: 3, plusOnes: 1 }),
  "confirmation-offered": (texts) =>
    unseated(texts, { seat: "offered", plusOnes: 1, companions: ["Ben"], offerExpiresAt: EVENT.startsAt }),
  "confirmation-next": (texts) => unseated(texts, { seat: "waitlisted", waitlistPosition: 1 }),
  "confirmation-lapsed": (texts) => unseated(texts, { seat: null }),
  "confirmation-declined": (texts) => unseated(texts, { brand: null, response: "declined", seat: null }),
  "confirmation-declined-late": (texts) => unseated(texts, { response: "declined", seat: null, canAnswer: false }),
  "confirmation-maybe": (texts) => unseated(texts, { brand: null, response: "maybe", seat: null }),
};
