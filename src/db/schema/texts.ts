import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { moment } from "../columns.ts";
import { events } from "./events.ts";

const eventId = () =>
  text()
    .primaryKey()
    .references(() => events.id, { onDelete: "cascade" });

export const replyToRequests = sqliteTable(
  "reply_to_requests",
  {
    eventId: eventId(),
    tokenHash: text().notNull().unique(),
    address: text().notNull(),
    createdAt: moment().notNull(),
    expiresAt: moment().notNull(),
  },
  (table) => [index("reply_to_requests_expires").on(table.expiresAt)],
);

export const eventTexts = sqliteTable("event_texts", {
  eventId: eventId(),
  invitationSubject: text(),
  invitationBody: text(),
  confirmationBody: text(),
  reminderFooter: text(),
  updatedAt: moment().notNull(),
});
