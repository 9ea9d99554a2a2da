import { englishTexts } from "../../../i18n/english.ts";
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
  access: { guestName: string; isBlocked: boolean; at: number } | null;
  /** The event's live view. */
  liveUrl: string;
  unsubscribeUrl: string;
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

function riskOf({ event }: EventAlertProps, access: NonNullable<EventAlertProps["access"]>, name: string): Content {
  const guest = oneLine(access.guestName);
  const [subject, what, remedy] = access.isBlocked
    ? [
        `Blocked: ${guest}'s link`,
        `Someone tried to open ${guest}'s link, and we didn't let them in.`,
        "and we'll let them in",
      ]
    : [
        `Check ${guest}'s link`,
        `Someone opened ${guest}'s link, and it may not have been them.`,
        "so we know for next time",
      ];
  return {
    subject: `${subject} (${name})`,
    heading: subject,
    blocks: [
      { kind: "paragraph", text: what },
      { kind: "details", rows: [{ label: "When", value: eventTime(englishTexts(), access.at, null, event.timeZone) }] },
      { kind: "note", text: `If it was ${guest} after all, mark the access as legitimate, ${remedy}.` },
    ],
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
