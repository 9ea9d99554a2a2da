import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { moment } from "../columns.ts";
import { users } from "./accounts.ts";

export const sendingHours = sqliteTable(
  "sending_hours",
  {
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    hour: integer().notNull(),
    recipients: integer().notNull().default(0),
    asked: integer().notNull().default(0),
    askedPublicly: integer().notNull().default(0),
    unreached: integer().notNull().default(0),
    abandoned: integer().notNull().default(0),
    bounced: integer().notNull().default(0),
    complained: integer().notNull().default(0),
    /** Created by the host. */
    events: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.userId, table.hour] })],
);

export const textCounts = sqliteTable(
  "text_counts",
  { scope: text().notNull(), hour: integer().notNull(), count: integer().notNull() },
  (table) => [primaryKey({ columns: [table.scope, table.hour] }), index("text_counts_hour").on(table.hour)],
);

export const sendingPauses = sqliteTable("sending_pauses", {
  userId: text()
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  reason: text({ enum: ["bounces", "complaints"] }).notNull(),
  pausedAt: moment().notNull(),
});

export const hostUnsubscribes = sqliteTable(
  "host_unsubscribes",
  {
    emailKey: text().notNull(),
    hostId: text()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** `complained`: an unsigned report, which counts for the host of the email only. */
    reason: text({ enum: ["unsubscribed", "complained"] }).notNull(),
    createdAt: moment().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.emailKey, table.hostId, table.reason] }),
    index("host_unsubscribes_host").on(table.hostId),
  ],
);

export const pastInvitations = sqliteTable(
  "past_invitations",
  {
    recipientHash: text().notNull(),
    eventId: text().notNull(),
    hostId: text().notNull(),
    kind: text().notNull(),
    purpose: text().notNull(),
    createdAt: moment().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.recipientHash, table.eventId, table.kind, table.createdAt] }),
    index("past_invitations_created").on(table.createdAt),
  ],
);
