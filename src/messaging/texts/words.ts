import type { MessageTranslations } from "../../db/schema/messages.ts";
import type { eventTexts } from "../../db/schema/texts.ts";

/** Custom texts of an event's emails. Null: the default text. */
export type Words = Omit<typeof eventTexts.$inferSelect, "eventId" | "updatedAt">;

/** Stored custom texts. */
export interface SavedWords extends Words {
  /** Time of the last change, epoch milliseconds; null: never. */
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
  /** For a message: its text in additional languages. */
  translations?: MessageTranslations | null | undefined;
  /** When the message is to be sent, epoch milliseconds. Default: now. */
  sendAt?: number | undefined;
  /** The guest whose name and RSVP it has. Default: an invented guest. */
  guestId?: string | undefined;
  /** The language to render it in, BCP 47. Default: the guest's. */
  locale?: string | undefined;
}
