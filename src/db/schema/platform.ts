import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { json, moment } from "../columns.ts";

export const featureFlags = sqliteTable("feature_flags", {
  key: text().primaryKey(),
  description: text().notNull(),
  percentage: integer().notNull().default(100),
  updatedAt: moment().notNull(),
});

export const auditRecords = sqliteTable(
  "audit_records",
  {
    eventId: text().notNull(),
    id: text().notNull(),
    actorId: text().notNull(),
    action: text().notNull(),
    target: text(),
    before: json<Record<string, unknown>>(),
    after: json<Record<string, unknown>>(),
    at: moment().notNull(),
  },
  (table) => [primaryKey({ columns: [table.eventId, table.id] })],
);

export const idempotencyKeys = sqliteTable(
  "idempotency_keys",
  {
    userId: text().notNull(),
    keyHash: text().notNull(),
    requestHash: text().notNull(),
    storedResult: text("outcome", { mode: "json" }).$type<unknown>().notNull(),
    guestId: text(),
    createdAt: moment().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.keyHash] })],
);

export const uploads = sqliteTable("uploads", {
  file: text().primaryKey(),
  userId: text().notNull(),
  bytes: integer().notNull(),
  createdAt: moment().notNull(),
});
