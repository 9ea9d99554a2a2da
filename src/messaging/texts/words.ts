import type { MessageTranslations } from "../../db/schema/messages.ts";
import type { Translations } from "../../events/placeholders/translated-words.ts";

/** Custom texts of an event's emails. Null: the default text. */
export interface Words {
  invitationSubject: string | null;
  invitationBody: string | null;
  confirmationBody: string | null;
  reminderFooter: string | null;
  /** Null: none. */
  translations: Translations | null;
}

/** Custom texts as they are saved. */
export interface SavedWords extends Words {
  /** When they were last changed, epoch milliseconds; null: never. */
  updatedAt: number | null;
}

/** The emails whose text a host can customise. */
export const TEXT_KINDS = ["invitation", "confirmation", "reminder"] as const;

export type TextKind = (typeof TEXT_KINDS)[number];

/** A draft of an email to preview. Undefined texts are the saved ones; null is the default text. */
export interface WordsDraft {
  kind: TextKind | "message";
  subject?: string | null | undefined;
  /** For a reminder: the host's text at its end. */
  body?: string | null | undefined;
  /** Of a message: its text in further languages. */
  translations?: MessageTranslations | null | undefined;
  /** The guest whose name and answer it has; an invented one by default. */
  guestId?: string | undefined;
  /** The language in which it is shown, BCP 47; the guest's by default. */
  locale?: string | undefined;
}
