import type { ChangeTexts, Texts } from "@usher/client";

/** The words of an event's mails that a host may write. Empty: ours. */
export const FIELDS = ["invitation-subject", "invitation-body", "confirmation-body", "reminder-footer"] as const;
export type WordsField = (typeof FIELDS)[number];
export type Words = Record<WordsField, string>;

/** Which mail is looked at, and the words that it has. */
export const KINDS = {
  invitation: ["invitation-subject", "invitation-body"],
  confirmation: ["confirmation-body"],
  reminder: ["reminder-footer"],
} as const satisfies Record<string, readonly WordsField[]>;
export type Kind = keyof typeof KINDS;

/** Edits that are not saved: what was written, and what was saved when the writing began. */
export type Draft = Partial<Record<WordsField, { base: string; mine: string }>>;

/** Instead of a language: the words of guests in whose language there are none. */
export const ALL_LANGUAGES = "all";

/** Words as the API has them, without further languages. */
type WireWords = Pick<Texts, "invitation" | "confirmation" | "reminder_footer">;

/** The words in a language, or for all of them. */
export function wordsIn(texts: Texts, language: string): Words {
  if (language === ALL_LANGUAGES) return wordsOf(texts);
  const translated = texts.translations?.[language];
  const none = { invitation: { subject: null, body: null }, confirmation: { body: null }, reminder_footer: null };
  return wordsOf(translated ?? none);
}

/** All texts, with other words in one language. A language without words is left out. */
export function changeIn(texts: Texts, language: string, words: Words): ChangeTexts {
  if (language === ALL_LANGUAGES) return { ...textsOf(words), translations: texts.translations ?? null };
  const { [language]: _, ...others } = texts.translations ?? {};
  const isEmpty = FIELDS.every((field) => orNull(words[field]) === null);
  const translations = isEmpty ? others : { ...others, [language]: textsOf(words) };
  return { ...textsOf(wordsOf(texts)), translations };
}

/** What a guest reads in a language: what it leaves out is as for all. */
export function completed(words: Words, forAll: Words): Words {
  return Object.fromEntries(FIELDS.map((field) => [field, words[field] || forAll[field]])) as Words;
}

export function wordsOf({ invitation, confirmation, reminder_footer }: WireWords): Words {
  return {
    "invitation-subject": invitation.subject ?? "",
    "invitation-body": invitation.body ?? "",
    "confirmation-body": confirmation.body ?? "",
    "reminder-footer": reminder_footer ?? "",
  };
}

export function textsOf(words: Words) {
  return {
    invitation: { subject: orNull(words["invitation-subject"]), body: orNull(words["invitation-body"]) },
    confirmation: { body: orNull(words["confirmation-body"]) },
    reminder_footer: orNull(words["reminder-footer"]),
  };
}

/** A kind of mail with its words, as the API previews it. */
export function draftOf(kind: Kind, words: Words) {
  const field: WordsField = kind === "reminder" ? "reminder-footer" : `${kind}-body`;
  const body = orNull(words[field]);
  return { kind, body, ...(kind === "invitation" ? { subject: orNull(words["invitation-subject"]) } : {}) };
}

/** White space alone is no words. */
export function orNull(text: string): string | null {
  return text.trim() === "" ? null : text.trim();
}

/** The saved words with those of a draft in their place. @param fields only these of the draft */
export function withDraft(saved: Words, draft: Draft, fields: readonly WordsField[] = FIELDS): Words {
  const words = { ...saved };
  for (const field of fields) words[field] = draft[field]?.mine ?? words[field];
  return words;
}

/** A draft after something was typed. What is as it is saved is no edit. */
export function edited(draft: Draft, saved: Words, field: WordsField, text: string): Draft {
  const { [field]: before, ...others } = draft;
  return text === saved[field] ? others : { ...others, [field]: { base: before?.base ?? saved[field], mine: text } };
}

/**
 * A draft after some of it was saved: what was typed since is over the words that are saved now.
 * @param sent the draft as it was when it was sent
 * @param fields those of it that were saved
 */
export function unsaved(draft: Draft, saved: Words, sent: Draft, fields: readonly WordsField[]): Draft {
  const left: Draft = {};
  for (const field of FIELDS) {
    const edit = draft[field];
    if (edit === undefined || edit.mine === saved[field]) continue;
    if (!fields.includes(field)) left[field] = edit;
    else if (edit.mine !== sent[field]?.mine) left[field] = { base: saved[field], mine: edit.mine };
  }
  return left;
}

/** The fields of a draft that another host has saved with other words since. */
export function conflictsOf(draft: Draft, saved: Words, fields: readonly WordsField[] = FIELDS): WordsField[] {
  return fields.filter((field) => {
    const edit = draft[field];
    return edit !== undefined && edit.base !== saved[field] && edit.mine !== saved[field];
  });
}

/** A draft in which a conflict is resolved: `mine` goes on over what was saved, `theirs` is given up. */
export function resolveConflict(draft: Draft, saved: Words, field: WordsField, choice: "mine" | "theirs"): Draft {
  const { [field]: edit, ...others } = draft;
  if (choice === "theirs" || edit === undefined) return others;
  return { ...others, [field]: { base: saved[field], mine: edit.mine } };
}
