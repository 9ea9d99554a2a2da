import { foreignKey, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { json, moment } from "../columns.ts";
import { ofGuest } from "./guests.ts";

const response = () => text({ enum: ["attending", "declined", "maybe"] });

export const rsvps = sqliteTable(
  "rsvps",
  {
    eventId: text().notNull(),
    guestId: text().notNull(),
    id: text().notNull(),
    response: response().notNull(),
    plusOnes: integer().notNull(),
    riskScore: integer(),
    editCount: integer().notNull().default(0),
    hostChangeCount: integer().notNull().default(0),
    maxPlusOnes: integer(),
    userAgent: text().notNull(),
    fingerprint: json<Record<string, string>>().notNull(),
    submittedAt: moment().notNull(),
    updatedAt: moment().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.guestId] }),
    ofGuest(table),
    index("rsvps_submitted").on(table.eventId, table.submittedAt),
  ],
);

export const rsvpRevisions = sqliteTable(
  "rsvp_revisions",
  {
    eventId: text().notNull(),
    guestId: text().notNull(),
    revision: integer().notNull(),
    response: response().notNull(),
    plusOnes: integer().notNull(),
    recordedAt: moment().notNull(),
    replacedAt: moment().notNull(),
    editCount: integer().notNull().default(0),
    replacedBy: text({ enum: ["guest", "host"] })
      .notNull()
      .default("guest"),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.guestId, table.revision] }),
    foreignKey({ columns: [table.eventId, table.guestId], foreignColumns: [rsvps.eventId, rsvps.guestId] }).onDelete(
      "cascade",
    ),
    index("rsvp_revisions_replaced").on(table.eventId, table.replacedAt),
  ],
);
