import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Scope } from "../../kernel/scopes.ts";
import { json, moment } from "../columns.ts";
import { users } from "./accounts.ts";

export const apiKeys = sqliteTable(
  "api_keys",
  {
    id: text().primaryKey(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    name: text().notNull(),
    keyHash: text().notNull().unique(),
    prefix: text().notNull(),
    scopes: json<Scope[]>().notNull(),
    eventIds: json<string[]>(),
    createdAt: moment().notNull(),
    expiresAt: moment().notNull(),
    lastUsedAt: moment(),
    lastUsedPlace: text(),
    allowedNetworks: json<string[]>(),
    remindedAt: moment(),
    /** The key that a rotation has made in its place. */
    replacedBy: text(),
  },
  (table) => [index("api_keys_user").on(table.userId, table.id), index("api_keys_expiry").on(table.expiresAt)],
);
