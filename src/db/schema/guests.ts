import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { flag, moment } from "../columns.ts";

export const guests = sqliteTable(
  "guests",
  {
    eventId: text().notNull(),
    id: text().notNull(),
    name: text().notNull(),
    nameKey: text().notNull(),
    email: text(),
    emailKey: text(),
    phone: text(),
    partySize: integer(),
    notes: text(),
    invitedAt: moment(),
    openedAt: moment(),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
  },
  (table) => [primaryKey({ columns: [table.eventId, table.id] })],
);

export const guestCounts = sqliteTable("guest_counts", {
  eventId: text().primaryKey(),
  guests: integer().notNull(),
});

export const accessTokens = sqliteTable("access_tokens", {
  id: text().primaryKey(),
  eventId: text().notNull(),
  guestId: text().notNull(),
  utmSource: text(),
  used: flag().notNull().default(false),
  createdAt: moment().notNull(),
  notifiedAt: moment(),
  sentAt: moment(),
  revokedAt: moment(),
});

export const editNonces = sqliteTable("edit_nonces", {
  nonceHash: text().primaryKey(),
  tokenId: text().notNull(),
  createdAt: moment().notNull(),
  expiresAt: moment().notNull(),
  usedAt: moment(),
});
