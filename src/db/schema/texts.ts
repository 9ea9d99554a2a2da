import { sqliteTable, text } from "drizzle-orm/sqlite-core";
import { json, moment } from "../columns.ts";
import { events } from "./events.ts";

const eventId = () =>
  text()
    .primaryKey()
    .references(() => events.id, { onDelete: "cascade" });

/** The host's words in additional languages, by BCP 47 tag. Null or absent: as in the words without a language. */
export type TextTranslations = Record<
  string,
  {
    invitationSubject?: string | null;
    invitationBody?: string | null;
    confirmationBody?: string | null;
    reminderFooter?: string | null;
  }
>;

export const eventTexts = sqliteTable("event_texts", {
  eventId: eventId(),
  invitationSubject: text(),
  invitationBody: text(),
  confirmationBody: text(),
  reminderFooter: text(),
  translations: json<TextTranslations>(),
  updatedAt: moment().notNull(),
});
