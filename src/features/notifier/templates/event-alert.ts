import { english } from "../../../i18n/english.ts";
import { eventTime } from "../../../i18n/event-time.ts";
import type { Block, RenderedMail } from "./content.ts";
import { renderMail } from "./layout.ts";
import { greeting, oneLine, type Response } from "./wording.ts";

export interface EventAlertProps {
  /** Within a minute, the digest of a day, or a risky access. */
  about: "soon" | "daily" | "risk";
  memberName: string;
  event: { name: string; timeZone: string };
  answers: readonly { name: string; response: Response; plusOnes: number; seat: string | null; isNew: boolean }[];
  /** Parties that began to wait, and those whose offer ran out. */
  waiting: readonly { name: string; heads: number; isWaiting: boolean }[];
  /** Guests whose invitation did not arrive. */
  lost: readonly { name: string }[];
  access: RiskyAccess | null;
  /** The event's live view. */
  liveUrl: string;
  unsubscribeUrl: string;
}

interface RiskyAccess {
  /** Codes that were guessed, or an access that the guest has reported. Default: an access. */
  about?: "codes" | "report" | undefined;
  guestName: string;
  isBlocked: boolean;
  /** The guest has neither address nor phone on file. */
  isUnreachable?: boolean;
  at: number;
}

/** Longest list in a mail. */
const MAX_LINES = 50;

const REPLIES: Record<Response, string> = { attending: "is coming", declined: "can't make it", maybe: "said maybe" };

/** Tells a member of an event what has happened on it. */
export function eventAlert(props: EventAlertProps): RenderedMail {
  const name = oneLine(props.event.name);
  const { subject, heading, blocks } = props.access === null ? newsOf(props, name) : riskOf(props, props.access, name);
  return renderMail({
    subject,
    preheader: name,
    brand: null,
    eyebrow: name,
    heading,
    blocks: [greeting(props.memberName), ...blocks, { kind: "button", label: "Open live view", href: props.liveUrl }],
    reason: `You're receiving this because you chose to be told about ${name}.`,
    unsubscribeUrl: props.unsubscribeUrl,
  });
}

interface Content {
  subject: string;
  heading: string;
  blocks: Block[];
}

function newsOf({ about, answers, waiting, lost }: EventAlertProps, name: string): Content {
  const heading = about === "daily" ? "Your daily update" : headingOf(answers, waiting);
  return {
    subject: about === "daily" ? `Daily update: ${name}` : `${heading}: ${name}`,
    heading,
    blocks: [
      ...list("RSVPs", answers.map(answerLine)),
      ...list("Waitlist", waiting.map(waitingLine)),
      ...list(
        "Needs a look",
        lost.map(({ name: guest }) => `${oneLine(guest)}: the invitation didn't arrive`),
      ),
    ],
  };
}

/** The one thing that has happened, or how many. */
function headingOf(answers: EventAlertProps["answers"], waiting: EventAlertProps["waiting"]): string {
  const [answer] = answers;
  if (answers.length > 1) return `${atMost(answers.length)} new RSVPs`;
  if (answer !== undefined) return `${oneLine(answer.name)} ${REPLIES[answer.response]}`;
  return waiting.length === 1 ? "News on the waitlist" : `${atMost(waiting.length)} changes on the waitlist`;
}

function riskOf({ event }: EventAlertProps, access: RiskyAccess, name: string): Content {
  const { subject, what, note } = riskWording(access, oneLine(access.guestName));
  return {
    subject: `${subject} (${name})`,
    heading: subject,
    blocks: [
      { kind: "paragraph", text: what },
      { kind: "details", rows: [{ label: "When", value: eventTime(english(), access.at, null, event.timeZone) }] },
      { kind: "note", text: note },
    ],
  };
}

function riskWording({ about, isBlocked, isUnreachable }: RiskyAccess, guest: string) {
  if (about === "codes") {
    return {
      subject: `Someone is guessing ${guest}'s code`,
      what: `Someone has ${guest}'s link and typed six wrong codes. We didn't let them in.`,
      note: `Unless ${guest} tells you it was them, send ${guest} a new link: the old one stops working.`,
    };
  }
  if (about === "report") {
    return {
      subject: `${guest} says it wasn't them`,
      what: `Someone else used ${guest}'s link. We've replaced the link and undone what we could.`,
      note: `Please check ${guest}'s RSVP, and ask whether the new link has arrived.`,
    };
  }
  const contact = isUnreachable ? ` There's no email or phone for ${guest}, so we couldn't offer a code.` : "";
  if (isBlocked) {
    return {
      subject: `Blocked: ${guest}'s link`,
      what: `Someone tried to open ${guest}'s link, and we didn't let them in.${contact}`,
      note: `If it was ${guest} after all, mark the access as legitimate, and we'll let them in.`,
    };
  }
  return {
    subject: `Check ${guest}'s link`,
    what: `Someone opened ${guest}'s link, and it may not have been them.`,
    note: `If it was ${guest} after all, mark the access as legitimate, so we know for next time.`,
  };
}

function answerLine({ name, response, plusOnes, seat, isNew }: EventAlertProps["answers"][number]): string {
  const guests = response === "attending" && plusOnes > 0 ? ` + ${plusOnes}` : "";
  const waits = seat === "waitlisted" ? " (waiting for a seat)" : "";
  return `${oneLine(name)} ${REPLIES[response]}${guests}${waits}${isNew ? "" : " (changed)"}`;
}

function waitingLine({ name, heads, isWaiting }: EventAlertProps["waiting"][number]): string {
  const party = heads > 1 ? `, party of ${heads}` : "";
  return `${oneLine(name)}${party}: ${isWaiting ? "waiting for a seat" : "the offered seat wasn't taken"}`;
}

function list(label: string, lines: readonly string[]): Block[] {
  if (lines.length === 0) return [];
  const shown = lines.slice(0, MAX_LINES);
  const more = lines.length > shown.length ? ["and more"] : [];
  return [{ kind: "list", label, lines: [...shown, ...more] }];
}

function atMost(count: number): string {
  return count > MAX_LINES ? `More than ${MAX_LINES}` : String(count);
}
