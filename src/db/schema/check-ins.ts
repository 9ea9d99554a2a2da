import { isNotNull } from "drizzle-orm";
import { foreignKey, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { flag, moment } from "../columns.ts";
import { users } from "./accounts.ts";
import { ofGuest } from "./guests.ts";

export const checkIns = sqliteTable(
  "check_ins",
  {
    eventId: text().notNull(),
    guestId: text().notNull(),
    id: text().notNull(),
    checkedInAt: moment().notNull(),
    recordedAt: moment().notNull(),
    checkedInBy: text()
      .notNull()
      .references(() => users.id),
    arrivalCount: integer().notNull(),
    notes: text(),
    walkIn: flag().notNull().default(false),
    nonce: text(),
    claimedAt: moment(),
    overLimit: flag().notNull().default(false),
    deviceId: text(),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.guestId] }),
    ofGuest(table),
    uniqueIndex("check_ins_id").on(table.eventId, table.id),
    uniqueIndex("check_ins_nonce").on(table.eventId, table.nonce).where(isNotNull(table.nonce)),
  ],
);

export const checkInArrivals = sqliteTable(
  "check_in_arrivals",
  {
    eventId: text().notNull(),
    guestId: text().notNull(),
    nonce: text().notNull(),
    id: text().notNull(),
    arrivalCount: integer().notNull(),
    recordedAt: moment().notNull(),
    recordedBy: text()
      .notNull()
      .references(() => users.id),
    deviceId: text(),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.guestId, table.nonce] }),
    foreignKey({
      columns: [table.eventId, table.guestId],
      foreignColumns: [checkIns.eventId, checkIns.guestId],
    }).onDelete("cascade"),
  ],
);
