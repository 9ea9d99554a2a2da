import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { flag, json, moment } from "../columns.ts";
import { users } from "./accounts.ts";

export const passkeys = sqliteTable(
  "passkeys",
  {
    id: text().primaryKey(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    credentialId: text().notNull().unique(),
    publicKey: text().notNull(),
    signCount: integer().notNull(),
    transports: json<string[]>().notNull(),
    backedUp: flag().notNull(),
    name: text().notNull(),
    createdAt: moment().notNull(),
    lastUsedAt: moment(),
    lastUsedPlace: text(),
  },
  (table) => [index("passkeys_user").on(table.userId)],
);

export const usedChallenges = sqliteTable(
  "used_challenges",
  {
    challengeHash: text().primaryKey(),
    expiresAt: moment().notNull(),
  },
  (table) => [index("used_challenges_expires").on(table.expiresAt)],
);

export const totpSecrets = sqliteTable("totp_secrets", {
  userId: text()
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  sealedSecret: text().notNull(),
  createdAt: moment().notNull(),
  confirmedAt: moment(),
  lastStep: integer().notNull().default(0),
});

export const factorFailures = sqliteTable(
  "factor_failures",
  {
    id: text().primaryKey(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    at: moment().notNull(),
  },
  (table) => [index("factor_failures_user").on(table.userId, table.at), index("factor_failures_at").on(table.at)],
);

export const recoveryCodes = sqliteTable(
  "recovery_codes",
  {
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    codeHash: text().notNull(),
    createdAt: moment().notNull(),
    usedAt: moment(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
);
