import type { MessageTranslations, messages } from "../../db/schema/messages.ts";
import type { TextTranslations } from "../../db/schema/texts.ts";

/** The host's custom texts for an event's emails. Null or absent: the default text. */
export type CustomTexts = TextTranslations[string];

/** The host's custom texts in additional languages, by BCP 47 tag. Missing texts fall back to those without a language. */
export type Translations = Readonly<TextTranslations>;

/** Returns the host's custom texts for a reader: in the language of the tag if they exist, else without a language. */
export function wordsIn(tag: string, words: CustomTexts, translations: Translations | null | undefined): CustomTexts {
  const translated = translations?.[tagFor(tag, Object.keys(translations ?? {})) ?? ""];
  if (translated === undefined) return words;
  return {
    invitationSubject: translated.invitationSubject ?? words.invitationSubject ?? null,
    invitationBody: translated.invitationBody ?? words.invitationBody ?? null,
    confirmationBody: translated.confirmationBody ?? words.confirmationBody ?? null,
    reminderFooter: translated.reminderFooter ?? words.reminderFooter ?? null,
  };
}

/** The text of a message, without a language and in additional languages. */
type MessageText = Pick<typeof messages.$inferInsert, "subject" | "body" | "translations">;

/**
 * The tag of the translation that a reader gets; undefined for the text without a language.
 * @param wanted BCP 47, the preferred first: the guest's language, then the event's
 */
export function languageFor(
  translations: MessageTranslations | null | undefined,
  wanted: readonly (string | null)[],
): string | undefined {
  const tags = Object.keys(translations ?? {});
  if (tags.length === 0) return undefined;
  for (const locale of wanted) {
    const tag = locale === null ? undefined : tagFor(locale, tags);
    if (tag !== undefined) return tag;
  }
  return undefined;
}

/** A message's text for a reader. @param wanted as in `languageFor` */
export function textFor({ subject, body, translations }: MessageText, wanted: readonly (string | null)[]) {
  const translated = translations?.[languageFor(translations, wanted) ?? ""];
  return translated === undefined
    ? { subject, body }
    : { subject: translated.subject ?? subject, body: translated.body };
}

/** Of these tags the wanted one, a wider one, or another one of the same language and script: `de` for `de-AT`. */
function tagFor(wanted: string, tags: readonly string[]): string | undefined {
  if (tags.includes(wanted)) return wanted;
  const likely = likelyOf(wanted);
  return likely === null ? undefined : tags.find((tag) => likelyOf(tag) === likely);
}

/** Returns `pt-Latn` for `pt-BR`, and null for an invalid tag. */
function likelyOf(tag: string): string | null {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    return `${language}-${script}`;
  } catch {
    return null;
  }
}
