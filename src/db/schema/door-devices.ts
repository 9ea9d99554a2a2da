import { isNotNull } from "drizzle-orm";
import { foreignKey, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
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
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.id] }),
    index("door_devices_expiry").on(table.expiresAt).where(isNotNull(table.expiresAt)),
  ],
);

export const doorDeviceUses = sqliteTable(
  "door_device_uses",
  {
    eventId: text().notNull(),
    deviceId: text().notNull(),
    kind: text({ enum: ["preview", "check_in", "walk_in"] }).notNull(),
    at: moment().notNull(),
    number: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.deviceId, table.kind, table.at, table.number] }),
    foreignKey({
      columns: [table.eventId, table.deviceId],
      foreignColumns: [doorDevices.eventId, doorDevices.id],
    }).onDelete("cascade"),
  ],
);
