import { isNotNull, sql } from "drizzle-orm";
import { foreignKey, index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { flag, json, moment } from "../columns.ts";
import { users } from "./accounts.ts";
import { BANDS, events } from "./events.ts";
import { ofGuest } from "./guests.ts";

const kind = () => text({ enum: ["access", "rsvp", "edit"] }).notNull();

export const accessLogs = sqliteTable(
  "access_logs",
  {
    eventId: text().notNull(),
    id: text().notNull(),
    guestId: text().notNull(),
    tokenId: text().notNull(),
    kind: kind(),
    at: moment().notNull(),
    ipAddress: text(),
    userAgent: text(),
    referrer: text(),
    fingerprint: json<Record<string, string>>().notNull(),
    score: integer(),
    risk: text({ enum: BANDS }),
    reasons: json<string[]>().notNull().default([]),
    evidence: json<Record<string, unknown>>(),
    automated: flag().notNull().default(false),
    scoredAt: moment(),
    geoCountry: text(),
    geoCity: text(),
    geoLat: real(),
    geoLon: real(),
    device: text(),
    /** Time at which the browser of this access asked the host to verify it. */
    askedAt: moment(),
    /** Accesses of this row. */
    count: integer().notNull().default(1),
    /** Time of the last one; null: of the only one. */
    lastAt: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.guestId, table.id] }),
    ofGuest(table),
    uniqueIndex("access_logs_id").on(table.eventId, table.id),
    index("access_logs_risk").on(table.eventId, table.risk, table.id).where(isNotNull(table.risk)),
    index("access_logs_blocked").on(table.tokenId).where(sql`${table.risk} = 'block' and ${table.automated} = 0`),
    index("access_logs_asked").on(table.eventId, table.askedAt).where(isNotNull(table.askedAt)),
  ],
);

export const accessLogCounts = sqliteTable(
  "access_log_counts",
  {
    eventId: text()
      .notNull()
      .references(() => events.id, { onDelete: "cascade" }),
    /** Days since the epoch. */
    day: integer().notNull(),
    kind: kind(),
    automated: flag().notNull(),
    risk: text({ enum: ["unscored", ...BANDS] }).notNull(),
    /** -1: no score. */
    score: integer().notNull(),
    count: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.day, table.kind, table.automated, table.risk, table.score] }),
  ],
);

export const accessLogAggregation = sqliteTable("access_log_aggregation", {
  id: integer().primaryKey(),
  afterEvent: text().notNull(),
  finishedAt: moment().notNull(),
});

export const fraudFeedback = sqliteTable(
  "fraud_feedback",
  {
    accessLogId: text().primaryKey(),
    eventId: text().notNull(),
    verdict: text({ enum: ["legitimate", "suspicious"] }).notNull(),
    note: text(),
    /** Null: the guest, by a report. */
    markedBy: text().references(() => users.id),
    markedAt: moment().notNull(),
  },
  (table) => [
    foreignKey({
      columns: [table.eventId, table.accessLogId],
      foreignColumns: [accessLogs.eventId, accessLogs.id],
    }).onDelete("cascade"),
    index("fraud_feedback_event").on(table.eventId, table.markedAt),
  ],
);
