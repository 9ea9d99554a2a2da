import { index, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { moment } from "../columns.ts";
import { ofGuest } from "./guests.ts";

export const guestDevices = sqliteTable(
  "guest_devices",
  {
    eventId: text().notNull(),
    guestId: text().notNull(),
    /** A hash, as in `access_logs` and `rsvps`. */
    device: text().notNull(),
    provedAt: moment(),
    endedAt: moment(),
    expiresAt: moment().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.guestId, table.device] }),
    ofGuest(table),
    index("guest_devices_expires").on(table.expiresAt),
  ],
);
