import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { channel, moment } from "../columns.ts";
import { ofGuest } from "./guests.ts";

export const challenges = sqliteTable(
  "challenges",
  {
    eventId: text().notNull(),
    guestId: text().notNull(),
    id: text().notNull(),
    tokenId: text().notNull(),
    channel: channel(),
    codeMac: text(),
    tries: integer().notNull().default(0),
    status: text({ enum: ["open", "passed", "failed", "replaced"] }).notNull(),
    accessLogId: text(),
    createdAt: moment().notNull(),
    expiresAt: moment().notNull(),
    endedAt: moment(),
    device: text(),
    otherTries: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.guestId, table.id] }),
    ofGuest(table),
    index("challenges_sent").on(table.eventId, table.createdAt),
    index("challenges_ended")
      .on(table.eventId, table.endedAt)
      .where(sql`${table.status} = 'passed' or ${table.status} = 'failed'`),
    index("challenges_created").on(table.createdAt),
  ],
);

export const accessReports = sqliteTable(
  "access_reports",
  {
    eventId: text().notNull(),
    guestId: text().notNull(),
    accessLogId: text().notNull(),
    tokenId: text().notNull(),
    answer: text({ enum: ["restored", "unchanged", "kept"] }).notNull(),
    reportedAt: moment().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.guestId, table.accessLogId] }),
    ofGuest(table),
    index("access_reports_at").on(table.eventId, table.reportedAt),
  ],
);
