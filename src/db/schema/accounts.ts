import { isNotNull, isNull } from "drizzle-orm";
import {
  type AnySQLiteColumn,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { flag, json, moment } from "../columns.ts";

/** Origin of a sign-up, shown in its email. A field is null if unknown. */
export interface SignUpOrigin {
  browser: string | null;
  place: string | null;
}

export const users = sqliteTable(
  "users",
  {
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
    locale: text().notNull().default("en"),
    signedUpFrom: json<SignUpOrigin>(),
    signInsValidFrom: moment().notNull().default(0),
    /** Updated by triggers on `passkeys` and `totp_secrets`. */
    hasSecondFactor: flag().notNull().default(false),
  },
  (table) => [uniqueIndex("users_live_email").on(table.emailKey).where(isNull(table.deletedAt))],
);

export const refreshTokens = sqliteTable(
  "refresh_tokens",
  {
    id: text().primaryKey(),
    tokenHash: text().notNull().unique(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    familyId: text().notNull(),
    createdAt: moment().notNull(),
    expiresAt: moment().notNull(),
    usedAt: moment(),
    replacedBy: text().references((): AnySQLiteColumn => refreshTokens.id),
    retryKeyHash: text(),
    revokedAt: moment(),
  },
  (table) => [
    index("refresh_tokens_family").on(table.familyId),
    index("refresh_tokens_user").on(table.userId),
    index("refresh_tokens_replaced_by").on(table.replacedBy).where(isNotNull(table.replacedBy)),
  ],
);

export const userShards = sqliteTable(
  "user_databases",
  {
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    shard: integer("database").notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.shard] })],
);
