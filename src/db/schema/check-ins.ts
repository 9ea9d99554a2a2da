import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { flag, moment } from "../columns.ts";

export const checkIns = sqliteTable(
  "check_ins",
  {
    eventId: text().notNull(),
    guestId: text().notNull(),
    id: text().notNull(),
    checkedInAt: moment().notNull(),
    recordedAt: moment().notNull(),
    checkedInBy: text().notNull(),
    arrivalCount: integer().notNull(),
    notes: text(),
    walkIn: flag().notNull().default(false),
    nonce: text(),
  },
  (table) => [primaryKey({ columns: [table.eventId, table.guestId] })],
);
