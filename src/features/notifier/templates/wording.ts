import { formatEventSpan } from "../../../kernel/event-time.ts";
import { firstName } from "../../../kernel/first-name.ts";
import { formatShortTime } from "../../../kernel/short-time.ts";
import type { Block } from "./content.ts";

/** What mails say about an event. Times in epoch milliseconds. */
export interface EventFacts {
  name: string;
  venue: string | null;
  startsAt: number;
  endsAt: number | null;
  /** IANA name of the zone in which the times are shown. */
  timeZone: string;
  hostName: string;
}

export type Response = "attending" | "declined" | "maybe";

/** Longest subject; inboxes show a third of it. */
const SUBJECT_MAX = 160;

// Control characters would end a header; bidirectional overrides let a name rearrange the words around it.
const UNFIT_FOR_A_LINE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu;

/** One line of text, safe in a header. */
export function oneLine(text: string): string {
  return text.replace(UNFIT_FOR_A_LINE, " ").replace(/ {2,}/g, " ").trim();
}

/** A subject line, cut between characters when it is too long. */
export function subjectLine(text: string): string {
  const line = oneLine(text);
  const characters = Array.from(line);
  return characters.length > SUBJECT_MAX
    ? `${characters
        .slice(0, SUBJECT_MAX - 1)
        .join("")
        .trimEnd()}…`
    : line;
}

/** `Hi Zoë,` for a name that a host or the recipient entered; `Hi,` for none. */
export function greeting(name: string): Block {
  const first = firstName(oneLine(name));
  return { kind: "paragraph", text: first === "" ? "Hi," : `Hi ${first},` };
}

/** Under the link of a guest. */
export const PERSONAL_LINK: Block = {
  kind: "note",
  text: "This is your personal link — please don't forward it.",
};

/** When and where, in an inbox beside the subject: `Sat 19 June, 18:30 · Orangerie, Berlin`. */
export function whenAndWhere({ startsAt, timeZone, venue }: EventFacts): string {
  const when = formatShortTime(startsAt, timeZone);
  const where = oneLine(venue ?? "");
  return where === "" ? when : `${when} · ${where}`;
}

/**
 * The answers, each with a link that selects it on the invitation page, where sending it is another click: programs that
 * open links answer for nobody.
 */
export function answerChoices(link: string): Block {
  return {
    kind: "choices",
    question: "Will you be there?",
    choices: [
      { label: "Yes", href: withAnswer(link, "attending") },
      { label: "Maybe", href: withAnswer(link, "maybe") },
      { label: "No", href: withAnswer(link, "declined") },
    ],
  };
}

function withAnswer(link: string, answer: Response): string {
  return `${link}?answer=${answer}`;
}

/** A name on one line, or null for one that is no name: empty, long, or with a URL or an address in it. */
export function harmlessName(name: string): string | null {
  const line = oneLine(name);
  const isHarmless = line.length > 0 && line.length <= 60 && !/:\/\/|www\.|@|[\p{L}\d]\.\p{L}{2}/iu.test(line);
  return isHarmless ? line : null;
}

/** Date, venue and host. */
export function eventDetails(event: EventFacts): Block {
  const rows = [{ label: "When", value: formatEventSpan(event.startsAt, event.endsAt, event.timeZone) }];
  if (event.venue !== null && event.venue.trim() !== "") rows.push({ label: "Where", value: oneLine(event.venue) });
  rows.push({ label: "Hosted by", value: oneLine(event.hostName) });
  return { kind: "details", rows };
}

/** `30 minutes`, `1 hour`, `24 hours`. */
export function duration(minutes: number): string {
  const [count, unit] = minutes >= 60 && minutes % 60 === 0 ? [minutes / 60, "hour"] : [minutes, "minute"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

/** The way to say that it was somebody else; none without a link. */
export function reportBlocks(reportUrl: string | null | undefined, lead: string): Block[] {
  return reportUrl == null ? [] : [{ kind: "links", lead, links: [{ label: "It wasn't me", href: reportUrl }] }];
}

/** Why a guest gets mails about an event. */
export function guestReason(event: EventFacts): string {
  return `You're receiving this because ${oneLine(event.hostName)} invited you to ${oneLine(event.name)}.`;
}
