import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { flag, moment } from "../columns.ts";

export const users = sqliteTable("users", {
  id: text().primaryKey(),
  email: text(),
  emailKey: text(),
  name: text().notNull(),
  passwordHash: text(),
  emailVerified: flag().notNull().default(false),
  failedLogins: integer().notNull().default(0),
  lockedAt: moment(),
  sessionsValidFrom: moment().notNull(),
  termsAcceptedAt: moment(),
  privacyPolicyAcceptedAt: moment(),
  createdAt: moment().notNull(),
  updatedAt: moment().notNull(),
  deletedAt: moment(),
});

export const refreshTokens = sqliteTable("refresh_tokens", {
  id: text().primaryKey(),
  tokenHash: text().notNull(),
  userId: text().notNull(),
  familyId: text().notNull(),
  createdAt: moment().notNull(),
  expiresAt: moment().notNull(),
  usedAt: moment(),
  replacedBy: text(),
  retryKeyHash: text(),
  revokedAt: moment(),
});

export const oneTimeTokens = sqliteTable("one_time_tokens", {
  tokenHash: text().primaryKey(),
  purpose: text({ enum: ["verify_email", "reset_password"] }).notNull(),
  userId: text().notNull(),
  createdAt: moment().notNull(),
  expiresAt: moment().notNull(),
  usedAt: moment(),
});

export const userShards = sqliteTable(
  "user_databases",
  {
    userId: text().notNull(),
    shard: integer("database").notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.shard] })],
);
