import { isNotNull } from "drizzle-orm";
import { index, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { flag, moment } from "../columns.ts";
import { users } from "./accounts.ts";
import { events } from "./events.ts";

const eventId = () =>
  text()
    .notNull()
    .references(() => events.id, { onDelete: "cascade" });

export const alertSettings = sqliteTable(
  "alert_settings",
  {
    eventId: eventId(),
    userId: text()
      .notNull()
      .references(() => users.id),
    answers: text({ enum: ["each", "daily", "off"] }).notNull(),
    risk: text({ enum: ["high", "block", "off"] }).notNull(),
    waitlist: flag().notNull(),
    updatedAt: moment().notNull(),
  },
  (table) => [primaryKey({ columns: [table.eventId, table.userId] }), index("alert_settings_user").on(table.userId)],
);

export const alertRounds = sqliteTable(
  "alert_rounds",
  {
    eventId: eventId(),
    kind: text({ enum: ["soon", "daily"] }).notNull(),
    alertedUntil: moment().notNull(),
    dueAt: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.kind] }),
    index("alert_rounds_due").on(table.dueAt).where(isNotNull(table.dueAt)),
  ],
);
