import type { guests } from "../../db/schema/guests.ts";
import type { MessageTranslations } from "../../db/schema/messages.ts";
import { greetingName } from "../../kernel/greeting-name.ts";
import type { ErasedText, TextRow } from "./message-text-queries.ts";

/** The names and addresses of a guest in texts. */
export type ErasedPerson = Pick<typeof guests.$inferSelect, "name" | "greeting" | "email" | "phone"> & {
  companions: readonly { name: string }[];
};

const REPLACEMENT = "…";

/**
 * Returns the messages of an event whose text changes when guests are erased. A message only to erased guests loses its
 * text and is not sent. In a message that also has other recipients, names, addresses and numbers of the erased guests
 * are replaced. In a message to an audience, only names of two or more words are replaced, because a single word such
 * as Will need not be a name.
 */
export function eraseFromMessages(people: readonly ErasedPerson[], texts: readonly TextRow[]): ErasedText[] {
  const names = people.flatMap(({ name, companions }) => [name, ...companions.map((companion) => companion.name)]);
  const greetings = people.flatMap(({ greeting }) => greeting ?? []);
  const contacts = people.flatMap(({ email, phone }) => [email, phone]).filter((value) => value !== null);
  const inAudience = replacing([...names.filter((name) => /\s/.test(name.trim())), ...contacts]);
  const inChosen = replacing([...names, ...names.map((name) => greetingName(name)), ...greetings, ...contacts]);
  return texts.flatMap((text) => {
    const { id, subject, body } = text;
    const isCancelled = text.isToErased && !text.isToOthers;
    const replace = isCancelled ? () => "" : text.isToErased ? inChosen : inAudience;
    const erased = {
      subject: replace(subject),
      body: replace(body),
      translations: isCancelled ? null : translate(text.translations, replace),
    };
    const isSame =
      erased.subject === subject &&
      erased.body === body &&
      JSON.stringify(erased.translations) === JSON.stringify(text.translations);
    return isSame ? [] : [{ id, ...erased, read: { subject, body }, isCancelled }];
  });
}

function translate(translations: MessageTranslations | null, replace: (text: string) => string) {
  if (translations === null) return null;
  const entries = Object.entries(translations).map(([tag, { subject, body }]) => [
    tag,
    { ...(subject === undefined ? {} : { subject: replace(subject) }), body: replace(body) },
  ]);
  return Object.fromEntries(entries) as MessageTranslations;
}

/** Replaces these texts as whole words, ignoring case. */
function replacing(words: readonly string[]): (text: string) => string {
  const longestFirst = [...new Set(words.map((word) => word.trim()))]
    .filter((word) => word !== "")
    .sort((one, other) => other.length - one.length);
  if (longestFirst.length === 0) return (text) => text;
  const any = longestFirst.map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&")).join("|");
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${any})(?![\\p{L}\\p{N}])`, "giu");
  return (text) => text.replaceAll(pattern, REPLACEMENT);
}
