import { eventTime, replyBy } from "../../i18n/event-time.ts";
import type { Texts } from "../../i18n/texts.ts";
import type { InvitationDocument } from "./answer-terms.ts";
import { hostAtStart } from "./host-in.ts";

/** Latin letters on a line of the narrowest phone. */
const LINE = 34;
/** More lines than these above the choice leave a narrow phone little room. */
const MANY_LINES = 10;
/** A venue is truncated after two lines. */
const MAX_VENUE = 2 * LINE;

/** Chinese and Japanese letters, which are twice as wide as Latin ones. */
const WIDE = /[\u2e80-\uffef]/g;

/** Returns the width of a text in Latin letters. */
function widthOf(text: string): number {
  return text.replace(WIDE, "xx").length;
}

/** The class of an event's name: the longer it is, the smaller it is drawn. */
export function nameClass(name: string): "long" | "longest" | undefined {
  const width = widthOf(name);
  return width > 90 ? "longest" : width > 32 ? "long" : undefined;
}

/** Returns the texts above the RSVP form, one per paragraph. */
function textsAbove({ event }: InvitationDocument, dear: string, texts: Texts): string[] {
  const { format } = texts;
  const end = event.end_time === null ? null : Date.parse(event.end_time);
  return [
    dear,
    event.name,
    format("guest.would-love", { host: hostAtStart(texts, event.host_name) }),
    eventTime(texts, Date.parse(event.event_date), end, event.timezone),
    (event.venue ?? "").slice(0, MAX_VENUE),
    event.rsvp_deadline === null ? "" : replyBy(texts, Date.parse(event.rsvp_deadline), event.timezone),
  ];
}

/**
 * True if the text above the RSVP form is so long that the page must be dense on every phone. The form's choices are
 * then still on the first screen.
 */
export function isCrowded(invitation: InvitationDocument, dear: string, texts: Texts): boolean {
  const lines = textsAbove(invitation, dear, texts).map((text) => Math.ceil(widthOf(text) / LINE));
  return lines.reduce((sum, count) => sum + count, 0) > MANY_LINES;
}
