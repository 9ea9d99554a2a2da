import type { messages } from "../../db/schema/messages.ts";
import { english } from "../../i18n/english.ts";
import type { TextId, Texts } from "../../i18n/texts.ts";
import type { Standing } from "../../kernel/rsvp.ts";
import { PLACEHOLDERS, type Placeholder } from "../placeholders/placeholders.ts";

export type ReminderWords = Pick<typeof messages.$inferSelect, "subject" | "body">;

export type ReminderSlug = NonNullable<typeof messages.$inferSelect.slug>;

interface Sentences {
  subject: TextId;
  /** The main sentence. The distance to the event is a value, because a host may move the reminder. */
  what: TextId;
  /** The sentence about the link. */
  link: TextId;
}

/** The guest and the event, as they decide the words of a reminder. */
export interface ReminderReader {
  standing: Standing;
  /** Whether the reminder may ask for an RSVP: the event takes replies. */
  canAnswer: boolean;
  /** Whether the event has a deadline for RSVPs. */
  hasDeadline: boolean;
}

const SUBJECT = "mail.r-subject";
const ASKS = "mail.r7-link";
const LAST_CALL: ReminderSlug = "reminder_3d";

/** The words for the guests that a reminder is written for: those who come have a door pass, the others are asked. */
const SENTENCES: Record<ReminderSlug, Sentences & { isFor: Standing }> = {
  reminder_7d: { isFor: "silent", subject: SUBJECT, what: "mail.r7", link: ASKS },
  reminder_3d: { isFor: "silent", subject: "mail.r3-subject", what: "mail.r3", link: "mail.r3-link" },
  reminder_1d: { isFor: "coming", subject: SUBJECT, what: "mail.r1", link: "mail.r1-link" },
  reminder_day_of: { isFor: "coming", subject: SUBJECT, what: "mail.r0", link: "mail.r0-link" },
};

/** Words that promise and ask nothing. */
const FACTS: Sentences = { subject: SUBJECT, what: "mail.r0", link: "mail.r-details" };

/** True if an email may ask a guest for an RSVP. */
export function isAsked({ standing, canAnswer }: Pick<ReminderReader, "standing" | "canAnswer">): boolean {
  return canAnswer && (standing === "silent" || standing === "maybe" || standing === "not_invited");
}

/** True if a reminder is in the default text, whatever the host has written: the host wrote to guests with a seat. */
export function hasDefaultText(standing: Standing): boolean {
  return standing === "waitlisted" || standing === "offered";
}

function sentencesFor(slug: ReminderSlug, reader: ReminderReader): Sentences {
  const own = SENTENCES[slug];
  if (own.isFor === "coming") {
    if (reader.standing === "coming") return own;
    return isAsked(reader) ? { ...FACTS, link: ASKS } : FACTS;
  }
  return isAsked(reader) ? own : FACTS;
}

/** A value that is left out, with the comma before it and the marks around it. */
const LEFT_OUT = "\u0000";
// biome-ignore lint/suspicious/noControlCharactersInRegex: the value above
const LEFT_OUT_PART = /(?:, |، |，|、)?\u2068?\u0000\u2069?/g;

const ITSELF = Object.fromEntries(PLACEHOLDERS.map((name) => [name, `{{${name}}}`])) as Record<Placeholder, string>;

/**
 * Returns the default text of a reminder, for one guest. The email adds the buttons for a guest who is asked, and the
 * offer for one with an offered seat.
 * @param reader by default the one that the reminder is written for
 * @param chosen how the host wants the guest greeted; null: by the name
 */
export function reminderWords(
  { format }: Texts,
  slug: ReminderSlug,
  values: Readonly<Record<Placeholder, string>>,
  reader: ReminderReader = { standing: SENTENCES[slug].isFor, canAnswer: true, hasDeadline: false },
  chosen: string | null = null,
): ReminderWords {
  const { subject, what, link } = sentencesFor(slug, reader);
  const known = { ...values, venue: values.venue === "" ? LEFT_OUT : values.venue };
  const say = (id: TextId) => format(id, known).replace(LEFT_OUT_PART, "");
  const greeting = format("mail.hi", { name: chosen ?? values.guest_name, first: values.first_name });
  const isBounded = slug === LAST_CALL || (reader.hasDeadline && SENTENCES[slug].isFor === "silent");
  const parts = [
    greeting,
    say(what),
    ...(isBounded && isAsked(reader) ? [values.reply_by] : []),
    ...(reader.standing === "waitlisted" ? [format("mail.r-wait")] : []),
    // The button of the offer has the link.
    ...(reader.standing === "offered" ? [] : [say(link)]),
  ];
  const title =
    reader.standing === "offered" ? format("mail.offer-subject", { event: values.event_name }) : say(subject);
  return { subject: title, body: parts.join("\n\n") };
}

/** Isolates belong around values. A host who edits the text would delete half of a pair. */
const ISOLATES = /[\u2068\u2069]/g;

/**
 * Returns a reminder's text with placeholders, as hosts see and change it: in the language of the event, stored in
 * English. If the host leaves it unchanged, each guest gets the default text in the guest's language.
 */
export function editableWords(slug: ReminderSlug, texts = english()): ReminderWords {
  const { subject, body } = reminderWords(texts, slug, ITSELF);
  return { subject: subject.replace(ISOLATES, ""), body: body.replace(ISOLATES, "") };
}
