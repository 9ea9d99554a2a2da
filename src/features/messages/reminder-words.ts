import { english } from "../../i18n/english.ts";
import type { TextId, Texts } from "../../i18n/texts.ts";
import { PLACEHOLDERS, type Placeholder } from "./placeholders.ts";

export interface ReminderWords {
  subject: string;
  body: string;
}

type ReminderSlug = "reminder_7d" | "reminder_3d" | "reminder_1d" | "reminder_day_of";

/** What a reminder says, and what it says of the link. The distance to the event is a value, because a host may move it. */
const SENTENCES: Record<ReminderSlug, readonly [TextId, TextId]> = {
  reminder_7d: ["mail.r7", "mail.r7-link"],
  reminder_3d: ["mail.r3", "mail.r3-link"],
  reminder_1d: ["mail.r1", "mail.r1-link"],
  reminder_day_of: ["mail.r3", "mail.r0-link"],
};

/** A value that is left out, with the comma before it and the marks around it. */
const LEFT_OUT = "\u0000";
// biome-ignore lint/suspicious/noControlCharactersInRegex: the value above
const LEFT_OUT_PART = /(?:, |، |，|、)?\u2068?\u0000\u2069?/g;

const ITSELF = Object.fromEntries(PLACEHOLDERS.map((name) => [name, `{{${name}}}`])) as Record<Placeholder, string>;

/** Our words of a reminder, for one guest. Whether an answer is asked for depends on the guest: the mail adds it. */
export function reminderWords(
  { format }: Texts,
  slug: ReminderSlug,
  values: Readonly<Record<Placeholder, string>>,
): ReminderWords {
  const [what, link] = SENTENCES[slug];
  const known = { ...values, venue: values.venue === "" ? LEFT_OUT : values.venue };
  const say = (id: TextId) => format(id, known).replace(LEFT_OUT_PART, "");
  const greeting = format("mail.hi", { name: values.guest_name, first: values.first_name });
  return { subject: say("mail.r-subject"), body: [greeting, say(what), say(link)].join("\n\n") };
}

/** Isolates are for values; a host who changes the words would delete half of a pair. */
const ISOLATES = /[\u2068\u2069]/g;

/**
 * The same with placeholders, as hosts see and change it: in the language of the event, stored in English. Whoever leaves it
 * has our words in each guest's language.
 */
export function editableWords(slug: ReminderSlug, texts = english()): ReminderWords {
  const { subject, body } = reminderWords(texts, slug, ITSELF);
  return { subject: subject.replace(ISOLATES, ""), body: body.replace(ISOLATES, "") };
}
