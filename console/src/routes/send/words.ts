import type { ChangeTexts, Texts } from "@usher/client";

/** The texts of emails that a host can write. An empty one has Usher's default text. */
export const FIELDS = ["invitation-subject", "invitation-body", "confirmation-body", "reminder-footer"] as const;
export type WordsField = (typeof FIELDS)[number];
export type Words = Record<WordsField, string>;

/** The kinds of email, and the texts of each. */
export const KINDS = {
  invitation: ["invitation-subject", "invitation-body"],
  confirmation: ["confirmation-body"],
  reminder: ["reminder-footer"],
} as const satisfies Record<string, readonly WordsField[]>;
export type Kind = keyof typeof KINDS;

/** Unsaved edits: the edited text, and the saved text when the edit began. */
export type Draft = Partial<Record<WordsField, { base: string; mine: string }>>;

/** In place of a language: texts for all languages without their own. */
export const ALL_LANGUAGES = "all";

type WireWords = Pick<Texts, "invitation" | "confirmation" | "reminder_footer">;

export function wordsIn(texts: Texts, language: string): Words {
  if (language === ALL_LANGUAGES) return wordsOf(texts);
  const translated = texts.translations?.[language];
  const none = { invitation: { subject: null, body: null }, confirmation: { body: null }, reminder_footer: null };
  return wordsOf(translated ?? none);
}

/** Returns the request that changes one language. Omits a language without texts. */
export function changeIn(texts: Texts, language: string, words: Words): ChangeTexts {
  if (language === ALL_LANGUAGES) return { ...textsOf(words), translations: texts.translations ?? null };
  const { [language]: _, ...others } = texts.translations ?? {};
  const isEmpty = FIELDS.every((field) => orNull(words[field]) === null);
  const translations = isEmpty ? others : { ...others, [language]: textsOf(words) };
  return { ...textsOf(wordsOf(texts)), translations };
}

/** Fills empty texts of a language with those for all languages. */
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

function textsOf(words: Words) {
  return {
    invitation: { subject: orNull(words["invitation-subject"]), body: orNull(words["invitation-body"]) },
    confirmation: { body: orNull(words["confirmation-body"]) },
    reminder_footer: orNull(words["reminder-footer"]),
  };
}

/** Returns the texts of an email for the API's preview. */
export function draftOf(kind: Kind, words: Words) {
  const field: WordsField = kind === "reminder" ? "reminder-footer" : `${kind}-body`;
  const body = orNull(words[field]);
  return { kind, body, ...(kind === "invitation" ? { subject: orNull(words["invitation-subject"]) } : {}) };
}

function orNull(text: string): string | null {
  return text.trim() === "" ? null : text.trim();
}

/** Returns the saved texts with the edits of a draft. @param fields only these edits */
export function withDraft(saved: Words, draft: Draft, fields: readonly WordsField[] = FIELDS): Words {
  const words = { ...saved };
  for (const field of fields) words[field] = draft[field]?.mine ?? words[field];
  return words;
}

/** Returns a draft with an edit. An edit that equals the saved text is dropped. */
export function edited(draft: Draft, saved: Words, field: WordsField, text: string): Draft {
  const { [field]: before, ...others } = draft;
  return text === saved[field] ? others : { ...others, [field]: { base: before?.base ?? saved[field], mine: text } };
}

/**
 * Returns what remains of a draft after some of it was saved: later edits, based on the newly saved texts.
 * @param sent the draft when it was sent
 * @param fields the saved fields
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

/** Returns the fields of a draft that another host has saved with another text. */
export function conflictsOf(draft: Draft, saved: Words, fields: readonly WordsField[] = FIELDS): WordsField[] {
  return fields.filter((field) => {
    const edit = draft[field];
    return edit !== undefined && edit.base !== saved[field] && edit.mine !== saved[field];
  });
}

/** Resolves a conflict of a draft: `mine` is based on the saved text, `theirs` drops the edit. */
export function resolveConflict(draft: Draft, saved: Words, field: WordsField, choice: "mine" | "theirs"): Draft {
  const { [field]: edit, ...others } = draft;
  if (choice === "theirs" || edit === undefined) return others;
  return { ...others, [field]: { base: saved[field], mine: edit.mine } };
}
