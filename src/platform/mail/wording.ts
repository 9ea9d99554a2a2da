import type { events } from "../../db/schema/events.ts";
import { eventTime, shortTime } from "../../i18n/event-time.ts";
import type { Values } from "../../i18n/message.ts";
import type { HostTextId, HostTexts, TextId, Texts } from "../../i18n/texts.ts";
import type { Brand } from "../../kernel/brand.ts";
import { type Greeted, greetingValues } from "../../kernel/greeting-name.ts";
import type { RsvpResponse } from "../../kernel/rsvp.ts";
import { oneLine } from "../../kernel/visible-text.ts";
import type { Block, MailContent, Phrase } from "./content.ts";

/** The facts about an event for emails. Times in epoch milliseconds. */
export interface EventFacts {
  name: string;
  venue: string | null;
  startsAt: number;
  endsAt: number | null;
  /** IANA name of the zone in which the times are shown. */
  timeZone: string;
  hostName: string;
}

/** A guest as emails greet. `locale` is the guest's own, BCP 47; null: the event's. */
export interface GreetedGuest extends Greeted {
  locale: string | null;
}

/** The data that every email to a guest shows. */
export interface GuestProps {
  /** In the guest's language. */
  texts: Texts;
  guest: GreetedGuest;
  event: EventFacts;
  brand: Brand | null;
  /** The guest's own link. Anyone who has it can send the RSVP. */
  link: string;
  /** The page that stops the host's emails to the address. */
  unsubscribeUrl?: string | undefined;
}

/** A text of the catalogue with its emphasis. */
export function phrase<Id extends TextId | HostTextId>(texts: Texts<Id>, id: NoInfer<Id>, values?: Values): Phrase {
  let isStrong = false;
  const parts: Exclude<Phrase, string> = [];
  for (const part of texts.parts(id, values)) {
    if (typeof part !== "string") isStrong = part.kind === "open";
    else parts.push(isStrong ? { strong: part } : part);
  }
  return parts;
}

/** Sentences of a paragraph. */
export function sentences({ space }: Texts, ...all: readonly Phrase[]): Phrase {
  return all.flatMap((one, index) => [...(index === 0 ? [] : [space]), ...(typeof one === "string" ? [one] : one)]);
}

/** Rows that say from where an account was used. */
export function clientRows({ format }: HostTexts, from: { browser: string | null; place: string | null } | null) {
  return [
    { label: format("account.verify-place"), value: from?.place ?? format("account.verify-unknown") },
    { label: format("account.verify-browser"), value: from?.browser ?? format("account.verify-unknown") },
  ];
}

/** Longest subject; inboxes show a third of it. */
const SUBJECT_MAX = 160;

// Bidirectional isolates stay, because Usher's texts put closed ones around names.
const UNFIT_FOR_A_SUBJECT = /[\p{Cc}\u2028\u2029\u202a-\u202e]+/gu;

/** A subject line, cut between characters when it is too long. */
export function subjectLine(text: string): string {
  const line = text.replace(UNFIT_FOR_A_SUBJECT, " ").replace(/ {2,}/g, " ").trim();
  const characters = Array.from(line);
  return characters.length > SUBJECT_MAX
    ? `${characters
        .slice(0, SUBJECT_MAX - 1)
        .join("")
        .trimEnd()}…`
    : line;
}

/** Returns `Hi Zoë,` for a guest or for the name of an account; `Hi,` without a name. */
export function greeting(whom: string | GreetedGuest, texts: Texts): Block {
  const guest = typeof whom === "string" ? { name: whom, greeting: null, locale: null } : whom;
  const { name, first } = greetingValues(guest, guest.locale, texts.locale);
  const values = { name: oneLine(name), first: oneLine(first) };
  const text = values.name === "" ? texts.format("mail.hi-all") : texts.format("mail.hi", values);
  return { kind: "paragraph", text };
}

/** The text under the link of a guest. */
export function personalLink(texts: Texts): Block {
  return { kind: "note", text: texts.format("mail.personal") };
}

/** Returns time and place for the preview in an inbox: `Sat 19 June, 18:30 in Berlin · Orangerie`. */
export function whenAndWhere({ startsAt, timeZone, venue }: EventFacts, texts: Texts): string {
  const when = shortTime(texts, startsAt, timeZone);
  const where = oneLine(venue ?? "");
  return where === "" ? when : `${when} · ${where}`;
}

/**
 * The responses, each with a link that selects it on the invitation page. Sending takes another click there, so that
 * bots which open links never respond for a guest.
 */
export function answerChoices(link: string, { format }: Texts): Block {
  return {
    kind: "choices",
    question: format("mail.ask"),
    choices: [
      { label: format("mail.yes"), href: withAnswer(link, "attending") },
      { label: format("mail.maybe"), href: withAnswer(link, "maybe") },
      { label: format("mail.no"), href: withAnswer(link, "declined") },
    ],
  };
}

function withAnswer(link: string, answer: RsvpResponse): string {
  return `${link}?answer=${answer}`;
}

/** Date, venue and host. */
export function eventDetails(event: EventFacts, texts: Texts): Block {
  const { format } = texts;
  const rows = [{ label: format("mail.when"), value: spanOf(event, texts) }];
  if (event.venue !== null && event.venue.trim() !== "") {
    rows.push({ label: format("mail.where"), value: oneLine(event.venue) });
  }
  rows.push({ label: format("mail.host"), value: oneLine(event.hostName) });
  return { kind: "details", rows };
}

/** `Saturday, 12 June 2027, 18:30–23:00 in Berlin`. */
export function spanOf(
  { startsAt, endsAt, timeZone }: Pick<EventFacts, "startsAt" | "endsAt" | "timeZone">,
  texts: Texts,
): string {
  return eventTime(texts, startsAt, endsAt, timeZone);
}

/** Returns a sentence about the lifetime of a link: `… expires in 24 hours.` */
export function validityOf(minutes: number, { format, formats }: HostTexts): string {
  const isHours = minutes >= 60 && minutes % 60 === 0;
  const time = isHours ? formats.duration(minutes / 60, "hour") : formats.duration(minutes, "minute");
  return format("account.validity", { time: time.replace(" ", "\u00a0") });
}

/** The link to report an action by another person; nothing without a link. */
export function reportBlocks(reportUrl: string | null | undefined, lead: TextId, { format }: Texts): Block[] {
  if (reportUrl == null) return [];
  return [{ kind: "links", lead: format(lead), links: [{ label: format("mail.not-me"), href: reportUrl }] }];
}

/** The reason why a guest gets emails about an event, their sender, and the link that stops them. */
export function guestFrame({
  event,
  texts: { format },
  unsubscribeUrl,
}: Pick<GuestProps, "event" | "texts" | "unsubscribeUrl">): Pick<MailContent, "reason" | "sentBy" | "unsubscribeUrl"> {
  const { hostName: host } = event;
  const isKnown = host !== format("common.your-host-start");
  return {
    reason: format("mail.reason", { host, event: oneLine(event.name) }),
    sentBy: isKnown ? host : null,
    unsubscribeUrl,
  };
}

/**
 * `Sent by Ana Lindqvist through Usher`: names the host as the sender, and the service as the carrier. An email of the
 * service is sent with Usher. A host whose name may not be shown is still a host.
 */
export function senderLine({ sentBy }: Pick<MailContent, "sentBy">, { format }: Pick<Texts, "format">): string {
  if (sentBy === undefined) return format("mail.sent-with");
  return sentBy === null ? format("mail.sent-by-host") : format("mail.sent-by", { host: sentBy });
}

/** The columns that every email about an event shows. */
interface EventRow {
  event: Pick<typeof events.$inferSelect, "name" | "venue" | "eventDate" | "endTime" | "timezone">;
  hostName: string;
}

/** The event, in the form that the templates need. */
export function eventFacts(row: EventRow, { format }: Pick<Texts, "format">): EventFacts {
  const { event, hostName } = row;
  return {
    name: event.name,
    venue: event.venue,
    startsAt: event.eventDate,
    endsAt: event.endTime,
    timeZone: event.timezone,
    hostName: hostName === "" ? format("common.your-host-start") : hostName,
  };
}

/** The digits of a code as an email shows them: `123 456`. */
export function spacedCode(code: string): string {
  return `${code.slice(0, 3)} ${code.slice(3)}`;
}
