import { index, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { AccountChange } from "../../kernel/account-changes.ts";
import { moment } from "../columns.ts";
import { users } from "./accounts.ts";

export const sessions = sqliteTable(
  "sessions",
  {
    id: text().primaryKey(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    method: text({ enum: ["password", "passkey"] }).notNull(),
    authenticatedAt: moment().notNull(),
    authenticatedCountry: text(),
    device: text(),
    place: text(),
    createdAt: moment().notNull(),
    lastUsedAt: moment().notNull(),
    expiresAt: moment().notNull(),
    lastUsedPlace: text(),
  },
  (table) => [index("sessions_user").on(table.userId, table.id), index("sessions_expires").on(table.expiresAt)],
);

export const endedSessions = sqliteTable(
  "ended_sessions",
  {
    id: text().primaryKey(),
    userId: text().notNull(),
    endedAt: moment().notNull(),
  },
  (table) => [
    index("ended_sessions_user").on(table.userId, table.endedAt),
    index("ended_sessions_ended").on(table.endedAt),
  ],
);

export const signInNetworks = sqliteTable(
  "sign_in_networks",
  {
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    networkHash: text().notNull(),
    lastAt: moment().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.networkHash] }),
    index("sign_in_networks_last").on(table.lastAt),
  ],
);

export const sessionMonitors = sqliteTable(
  "session_monitors",
  { sessionId: text().notNull(), eventId: text().notNull() },
  (table) => [primaryKey({ columns: [table.sessionId, table.eventId] })],
);

/** Changes of an account's credentials, and uses of one. */
export const accountLog = sqliteTable(
  "account_log",
  {
    id: text().primaryKey(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    what: text().$type<AccountChange>().notNull(),
    credentialId: text(),
    place: text(),
    device: text(),
    at: moment().notNull(),
  },
  (table) => [index("account_log_user").on(table.userId, table.id), index("account_log_at").on(table.at)],
);
