import type { messages } from "../../db/schema/messages.ts";
import { english } from "../../i18n/english.ts";
import type { TextId, Texts } from "../../i18n/texts.ts";
import { PLACEHOLDERS, type Placeholder } from "../placeholders/placeholders.ts";

export type ReminderWords = Pick<typeof messages.$inferSelect, "subject" | "body">;

export type ReminderSlug = NonNullable<typeof messages.$inferSelect.slug>;

interface Sentences {
  subject: TextId;
  /** The main sentence. The distance to the event is a value, because a host may move the reminder. */
  what: TextId;
  /**
   * The sentence about the link: the default, and the one for a guest without a door pass, whose response is `maybe`.
   */
  link: TextId;
  linkForMaybe: TextId;
  /** Whether it asks for an RSVP by the deadline. */
  isLastCall?: true;
}

const SUBJECT = "mail.r-subject";
const ASKS = "mail.r7-link";

const SENTENCES: Record<ReminderSlug, Sentences> = {
  reminder_7d: { subject: SUBJECT, what: "mail.r7", link: ASKS, linkForMaybe: ASKS },
  reminder_3d: {
    subject: "mail.r3-subject",
    what: "mail.r3",
    link: "mail.r3-link",
    linkForMaybe: "mail.r3-link",
    isLastCall: true,
  },
  reminder_1d: { subject: SUBJECT, what: "mail.r1", link: "mail.r1-link", linkForMaybe: ASKS },
  reminder_day_of: { subject: SUBJECT, what: "mail.r0", link: "mail.r0-link", linkForMaybe: ASKS },
};

/** A value that is left out, with the comma before it and the marks around it. */
const LEFT_OUT = "\u0000";
// biome-ignore lint/suspicious/noControlCharactersInRegex: the value above
const LEFT_OUT_PART = /(?:, |، |，|、)?\u2068?\u0000\u2069?/g;

const ITSELF = Object.fromEntries(PLACEHOLDERS.map((name) => [name, `{{${name}}}`])) as Record<Placeholder, string>;

/**
 * Returns the default text of a reminder, for one guest. The email adds the buttons for a guest without an RSVP.
 * @param guest.saidMaybe whether the guest's RSVP is `maybe`
 * @param guest.greeting how the host wants the guest greeted; null: by the name
 */
export function reminderWords(
  { format }: Texts,
  slug: ReminderSlug,
  values: Readonly<Record<Placeholder, string>>,
  { saidMaybe = false, greeting: chosen = null }: { saidMaybe?: boolean; greeting?: string | null } = {},
): ReminderWords {
  const { subject, what, link, linkForMaybe, isLastCall } = SENTENCES[slug];
  const known = { ...values, venue: values.venue === "" ? LEFT_OUT : values.venue };
  const say = (id: TextId) => format(id, known).replace(LEFT_OUT_PART, "");
  const greeting = format("mail.hi", { name: chosen ?? values.guest_name, first: values.first_name });
  const deadline = isLastCall ? [values.reply_by] : [];
  const parts = [greeting, say(what), ...deadline, say(saidMaybe ? linkForMaybe : link)];
  return { subject: say(subject), body: parts.join("\n\n") };
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
