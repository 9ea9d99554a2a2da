import { type ReplyState, STANDINGS, type Standing } from "../../src/kernel/rsvp.ts";
import type { CaughtMail } from "./mailbox.ts";

export type Message =
  | "invitation"
  | "confirmation"
  | "reminder_7d"
  | "reminder_3d"
  | "reminder_1d"
  | "reminder_day_of"
  | "seat_offer"
  | "seat_confirmed"
  | "offer_expired"
  | "reply_undone"
  | "changed"
  | "reinstated"
  | "cancelled";

export const LANGUAGES = ["en", "de"] as const;
export type Language = (typeof LANGUAGES)[number];

/** The sentences of the table, as Usher writes them. Each is true of some readers only. */
const SENTENCES = {
  asks: {
    en: /will you be there\?|whether you're coming|please reply|reply here|and reply\.|\nRSVP:|\?answer=/i,
    de: /Sind Sie dabei|ob Sie kommen|Bitte antworten|und antworten Sie|Zusagen oder absagen|\?answer=/,
  },
  invites: { en: /would love to see you there/, de: /Ihr Kommen wäre für/ },
  stands: { en: /Your RSVP still stands/, de: /Ihre Antwort gilt weiterhin/ },
  yes: { en: /you're down as going/, de: /Ihre Zusage ist eingetragen/ },
  "see you": { en: /See you there!|forward to seeing you/, de: /Bis dann!|Wir freuen uns auf Sie/ },
  pass: { en: /door pass/i, de: /Einlasspass/ },
  offer: { en: /there's room for you at .*until|There's room for you/, de: /ist Platz für Sie/ },
  waits: { en: /you('re( still)?)? on the waitlist/i, de: /auf der Warteliste/ },
  "no seat": {
    en: /so you don't have a seat yet\. We'll write if one opens|you don't have a seat at|couldn't hold your seat/,
    de: /deshalb noch keinen Platz\. Wir schreiben Ihnen|im Moment keinen Platz|Platz ist nicht mehr reserviert/,
  },
  "come again": { en: /Would you still like to come\?/, de: /Möchten Sie noch kommen\?/ },
  maybe: { en: /you're down as a maybe/, de: /als „vielleicht“ eingetragen/ },
  no: { en: /you can't make it to/, de: /nicht zu .* kommen können/ },
  change: { en: /Change your RSVP|Plans changed\?/, de: /Antwort ändern:|Doch Zeit\?/ },
  off: { en: /had to cancel/, de: /musste von .* abgesagt werden/ },
} satisfies Record<string, Record<Language, RegExp>>;

export type Sentence = keyof typeof SENTENCES;

/**
 * A row of the table: what a message says to guests of some standings, by the state of the event. A state that is not
 * named gets no email. An empty list: the facts of the event, and none of the sentences.
 */
interface Row extends Partial<Record<ReplyState, readonly Sentence[]>> {
  to: readonly Standing[];
  /** Stands for `open`, `full` and `closed`. */
  running?: readonly Sentence[];
}

const WITH_RSVP: readonly Standing[] = ["coming", "offered", "waitlisted", "unseated", "maybe", "walk_in"];

/** The sentences of a notice of a change. The same words follow when a cancelled event takes place after all. */
const CHANGED: readonly Row[] = [
  { to: ["silent"], open: ["asks"], full: [], closed: [], over: [] },
  { to: WITH_RSVP, running: ["stands"], over: [] },
];

/**
 * Which guests get which message, in which state of the event, and what it says to them. An email contains the sentences
 * of its row, and no other sentence of `SENTENCES`. Guests of a standing without a row never get the message.
 */
const TABLE: Record<Message, readonly Row[]> = {
  invitation: [
    { to: ["silent", "not_invited"], open: ["invites", "asks"], full: ["invites"], closed: ["invites"] },
    // The rows below are invitations that a host sends again.
    { to: ["maybe"], open: ["stands", "asks"], full: ["stands"], closed: ["stands"] },
    { to: ["coming", "offered", "waitlisted", "unseated", "declined", "walk_in"], running: ["stands"] },
  ],
  confirmation: [
    { to: ["coming"], running: ["yes", "see you", "pass"] },
    { to: ["offered"], running: ["offer"] },
    { to: ["waitlisted"], running: ["waits"] },
    { to: ["unseated"], running: ["no seat"] },
    { to: ["maybe"], running: ["maybe", "change"] },
    { to: ["declined"], open: ["no", "change"], full: ["no"], closed: ["no"] },
  ],
  reminder_7d: [{ to: ["silent", "maybe"], open: ["asks"] }],
  reminder_3d: [{ to: ["silent"], open: ["asks"] }],
  reminder_1d: [
    { to: ["coming"], running: ["see you", "pass"] },
    { to: ["maybe"], open: ["asks"], full: [], closed: [] },
    { to: ["waitlisted"], running: ["waits", "no seat"] },
    { to: ["offered"], running: ["offer"] },
  ],
  reminder_day_of: [
    { to: ["coming"], running: ["pass"] },
    { to: ["maybe"], open: ["asks"], full: [], closed: [] },
  ],
  seat_offer: [{ to: ["offered"], running: ["offer"] }],
  seat_confirmed: [{ to: ["coming"], running: ["yes", "see you", "pass"] }],
  offer_expired: [{ to: ["unseated"], open: ["no seat", "come again"], full: ["no seat"], closed: ["no seat"] }],
  reply_undone: [{ to: ["silent"], open: ["asks"], full: [], closed: [] }],
  changed: CHANGED,
  reinstated: CHANGED,
  cancelled: [{ to: ["silent", ...WITH_RSVP], cancelled: ["off"] }],
};

export const MESSAGES = Object.keys(TABLE) as Message[];

/** Returns what a message says while the event is in a state, for each standing whose guests get it. */
export function cellsOf(message: Message, state: ReplyState): Partial<Record<Standing, Sentence[]>> {
  const isRunning = state === "open" || state === "full" || state === "closed";
  const cells: Partial<Record<Standing, Sentence[]>> = {};
  for (const standing of STANDINGS) {
    const row = TABLE[message].find(({ to }) => to.includes(standing));
    const says = row?.[state] ?? (isRunning ? row?.running : undefined);
    if (says !== undefined) cells[standing] = says.toSorted();
  }
  return cells;
}

/** Returns the sentences that an email contains. */
export function sentencesOf({ subject, text, html }: CaughtMail, language: Language): Sentence[] {
  const shown = `${subject}\n\n${text}\n\n${html.replace(/<[^>]+>/g, " ")}`.replace(/[\u2066-\u2069]/g, "");
  // A line of a paragraph breaks anywhere.
  const paragraphs = shown.split(/\n\s*\n/).map((paragraph) => paragraph.replace(/\s+/g, " ").trim());
  const flat = `\n${paragraphs.join("\n")}`;
  const names = Object.keys(SENTENCES) as Sentence[];
  return names.filter((name) => SENTENCES[name][language].test(flat)).sort();
}
