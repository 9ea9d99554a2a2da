import type { MessageTranslations } from "../../db/schema/messages.ts";
import type { Translations } from "../../events/placeholders/translated-words.ts";

/** The words of an event's mails that a host may write; null: ours. */
export interface Words {
  invitationSubject: string | null;
  invitationBody: string | null;
  confirmationBody: string | null;
  reminderFooter: string | null;
  /** Null: none. */
  translations: Translations | null;
}

/** Words as they are saved. */
export interface SavedWords extends Words {
  /** When they were last changed, epoch milliseconds; null: never. */
  updatedAt: number | null;
}

export const OUR_WORDS: SavedWords = {
  invitationSubject: null,
  invitationBody: null,
  confirmationBody: null,
  reminderFooter: null,
  translations: null,
  updatedAt: null,
};

/** The mails that have words of the host's own. */
export const TEXT_KINDS = ["invitation", "confirmation", "reminder"] as const;

export type TextKind = (typeof TEXT_KINDS)[number];

/** A mail that is looked at before it is sent. Undefined words are the saved ones, null is ours. */
export interface WordsDraft {
  kind: TextKind | "message";
  subject?: string | null | undefined;
  /** Of a reminder: the host's words at its end. */
  body?: string | null | undefined;
  /** Of a message: its text in further languages. */
  translations?: MessageTranslations | null | undefined;
  /** The guest whose name and answer it has; an invented one by default. */
  guestId?: string | undefined;
  /** The language in which it is shown, BCP 47; the guest's by default. */
  locale?: string | undefined;
}

/** The saved words with those of a draft in their place. A draft's words are shown as they are, in every language. */
export function withDraft(stored: Words, { kind, subject, body }: WordsDraft): Words {
  const { invitationSubject, invitationBody, confirmationBody, reminderFooter } = stored;
  const translations = subject === undefined && body === undefined ? stored.translations : null;
  const saved = { invitationSubject, invitationBody, confirmationBody, reminderFooter, translations };
  const pick = (drafted: string | null | undefined, stored: string | null) =>
    drafted === undefined ? stored : drafted;
  switch (kind) {
    case "invitation":
      return {
        ...saved,
        invitationSubject: pick(subject, saved.invitationSubject),
        invitationBody: pick(body, saved.invitationBody),
      };
    case "confirmation":
      return { ...saved, confirmationBody: pick(body, saved.confirmationBody) };
    case "reminder":
      return { ...saved, reminderFooter: pick(body, saved.reminderFooter) };
    case "message":
      return saved;
  }
}
