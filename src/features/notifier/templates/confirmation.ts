import type { Brand } from "../../../kernel/brand.ts";
import { formatEventTime } from "../../../kernel/event-time.ts";
import { firstName } from "../../../kernel/first-name.ts";
import { listOf } from "../../../kernel/list-of.ts";
import type { Block, Phrase, RenderedMail } from "./content.ts";
import { renderMail } from "./layout.ts";
import {
  type EventFacts,
  eventDetails,
  greeting,
  guestReason,
  oneLine,
  PERSONAL_LINK,
  type Response,
  reportBlocks,
} from "./wording.ts";

/** Content-ID of the door pass, which the caller attaches. */
export const DOOR_CODE_CONTENT_ID = "door-code@usher";

/** The seat of an attending answer: null where an offered one was not taken in time. */
export type Seat = "confirmed" | "waitlisted" | "offered" | null;

export interface ConfirmationProps {
  guestName: string;
  event: EventFacts;
  brand: Brand | null;
  response: Response;
  plusOnes: number;
  /** Who comes with the guest, as far as they are named. */
  companions: readonly string[];
  seat: Seat;
  /** Until when an offered seat is held, epoch milliseconds. */
  offerExpiresAt: number | null;
  /** The place in the line of a party that waits: 1 is next. Null beyond the first 100. */
  waitlistPosition: number | null;
  /** The guest's own link. */
  link: string;
  /** Where the guest says that it was somebody else; none for an answer that a host recorded. */
  reportUrl?: string | null;
  /** Whether an image with `DOOR_CODE_CONTENT_ID` is attached; only a confirmed seat has a door pass. */
  hasDoorCode: boolean;
  /** The host's own words to those who come, with their placeholders replaced; null: ours. */
  body: string | null;
}

/** What an answer means for the guest. */
interface Wording {
  subject: string;
  heading: string;
  preheader: string;
  says: Phrase;
  button: string;
}

/**
 * Confirms an RSVP, with the door pass for a confirmed seat. The host's own words greet those who come; every other
 * answer gets ours. The caller attaches the calendar file.
 */
export function confirmation(props: ConfirmationProps): RenderedMail {
  const { event, link, body } = props;
  const isComing = props.response === "attending" && props.seat === "confirmed";
  const { subject, heading, preheader, says, button } = wordingOf(props);
  return renderMail({
    subject,
    preheader,
    brand: props.brand,
    eyebrow: oneLine(event.name),
    heading,
    blocks: [
      isComing && body !== null ? { kind: "typed", text: body } : greeting(props.guestName),
      { kind: "paragraph", text: says },
      eventDetails(event),
      ...(isComing && props.hasDoorCode ? [DOOR_PASS] : []),
      { kind: "button", label: button, href: link },
      PERSONAL_LINK,
      ...reportBlocks(props.reportUrl, "Didn't reply yourself?"),
    ],
    reason: guestReason(event),
  });
}

function wordingOf(props: ConfirmationProps): Wording {
  const { event, response, seat } = props;
  const name = oneLine(event.name);
  if (response === "declined") {
    return {
      subject: `You can't make it to ${name}`,
      heading: "You can't make it",
      preheader: "Plans changed? You can update your RSVP.",
      says: ["Thanks for letting us know that you can't make it to ", { strong: name }, ". You'll be missed."],
      button: "Change your RSVP",
    };
  }
  if (response === "maybe") {
    return {
      subject: `You're a maybe for ${name}`,
      heading: "You're a maybe",
      preheader: "Let your host know once you're sure.",
      says: ["Thanks — you're down as a maybe for ", { strong: name }, ". Please update your RSVP once you know."],
      button: "Change your RSVP",
    };
  }
  return {
    ...SEATED[seat ?? "lapsed"](props, name),
    button: seat === "offered" ? "Take it or pass" : "View or change RSVP",
  };
}

const SEATED: Record<
  "confirmed" | "waitlisted" | "offered" | "lapsed",
  (props: ConfirmationProps, name: string) => Omit<Wording, "button">
> = {
  confirmed: (props, name) => ({
    subject: `You're going to ${name}`,
    heading: "See you there!",
    preheader: props.hasDoorCode ? "Your door pass, and the date for your calendar." : "The date for your calendar.",
    says: ["Thanks — you're down as going", ...companyOf(props), "."],
  }),
  waitlisted: (props, name) => ({
    subject: `You're on the waitlist for ${name}`,
    heading: "You're on the waitlist",
    preheader: "We'll email you as soon as there's room.",
    says: [
      "Thanks — ",
      { strong: name },
      " is full right now, so we've put you on the waitlist",
      ...companyOf(props),
      placeOf(props),
    ],
  }),
  offered: (props, name) => ({
    subject: `There's room for you at ${name}`,
    heading: "There's room for you",
    preheader: "Please accept your place on your invitation page.",
    says: [
      "Good news — there's room for you at ",
      { strong: name },
      ...companyOf(props),
      ". Please accept your place on your invitation page",
      ...(props.offerExpiresAt === null
        ? []
        : [" by ", { strong: formatEventTime(props.offerExpiresAt, props.event.timeZone) }]),
      ".",
    ],
  }),
  lapsed: (_, name) => ({
    subject: `Your RSVP for ${name}`,
    heading: "You don't have a place yet",
    preheader: "Open your invitation to see where you stand.",
    says: [
      "You'd like to come to ",
      { strong: name },
      ", but you don't have a place at the moment. Your invitation page shows where you stand.",
    ],
  }),
};

function placeOf({ waitlistPosition: place }: ConfirmationProps): string {
  const says = place === null ? "" : place === 1 ? " You're next in line." : ` You're number ${place} in line.`;
  return `.${says} We'll email you as soon as there's room.`;
}

/** `: Anna, Ben and Chris`, `, with 2 guests`, or nothing for a guest alone. */
function companyOf({ guestName, plusOnes, companions }: ConfirmationProps): Exclude<Phrase, string> {
  if (plusOnes === 0) return [];
  const names = companions
    .map(oneLine)
    .filter((name) => name !== "")
    .slice(0, plusOnes);
  if (names.length === 0) return [`, with ${guests(plusOnes)}`];
  const unnamed = plusOnes - names.length;
  const people = [firstName(oneLine(guestName)), ...names, ...(unnamed === 0 ? [] : [guests(unnamed, "more ")])];
  return [": ", { strong: listOf(people) }];
}

const DOOR_PASS: Block = {
  kind: "image",
  src: `cid:${DOOR_CODE_CONTENT_ID}`,
  sizePx: 220,
  alt: "Your door pass. If you can't see it, open your invitation with the button below.",
  caption: "Show this at the door. It's also on your invitation page.",
  textInstead: "Your door pass is attached. It's also on your invitation page.",
};

function guests(count: number, more = ""): string {
  return `${count} ${more}${count === 1 ? "guest" : "guests"}`;
}
