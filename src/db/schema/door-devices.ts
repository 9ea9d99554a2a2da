import { isNotNull } from "drizzle-orm";
import { index, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { flag, moment } from "../columns.ts";
import { users } from "./accounts.ts";
import { events } from "./events.ts";

export const doorDevices = sqliteTable(
  "door_devices",
  {
    eventId: text()
      .notNull()
      .references(() => events.id, { onDelete: "cascade" }),
    id: text().notNull(),
    name: text().notNull(),
    canScan: flag().notNull(),
    canWalkIn: flag().notNull(),
    canOverride: flag().notNull(),
    madeBy: text()
      .notNull()
      .references(() => users.id),
    sessionId: text(),
    createdAt: moment().notNull(),
    expiresAt: moment(),
    revokedAt: moment(),
    lastUsedAt: moment(),
    lastNetwork: text(),
    recentScans: text().notNull().default(""),
    recentWalkIns: text().notNull().default(""),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.id] }),
    index("door_devices_expiry").on(table.expiresAt).where(isNotNull(table.expiresAt)),
  ],
);
