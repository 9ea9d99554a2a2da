import { isNotNull, sql } from "drizzle-orm";
import {
  type AnySQLiteColumn,
  foreignKey,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { flag, json, moment } from "../columns.ts";
import { events } from "./events.ts";

export const guests = sqliteTable(
  "guests",
  {
    eventId: text()
      .notNull()
      .references(() => events.id, { onDelete: "cascade" }),
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
    mailedAt: moment(),
    deliveryStatus: text({
      enum: ["queued", "sent", "delivered", "bounced", "complained", "suppressed", "failed"],
    }),
    deliveryReason: text(),
    deliveryAt: moment(),
    tags: json<string[]>().notNull().default([]),
    table: text("table_name"),
    externalId: text(),
    locale: text(),
    companions: json<{ name: string }[]>().notNull().default([]),
    greeting: text(),
    tagKeys: text().notNull().default(""),
    /** Time at which a host required a code from each browser of the link, until one is verified. */
    codeAskedAt: moment(),
    /** Time at which a confirmation of the guest's own reply last counted as a recipient of the host. */
    countedAt: moment(),
    /** Time since which the guest has this email address. Null: since the guest was added. A trigger sets it. */
    addressSince: moment(),
    /** Whether the door added the guest above the guest limit of the host's tier. */
    overTier: flag().notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.id] }),
    uniqueIndex("guests_email").on(table.emailKey, table.eventId).where(isNotNull(table.emailKey)),
    uniqueIndex("guests_external_id").on(table.eventId, table.externalId).where(isNotNull(table.externalId)),
  ],
);

/** The foreign key of what belongs to a guest and is deleted with it. */
export const ofGuest = (table: { eventId: AnySQLiteColumn; guestId: AnySQLiteColumn }) =>
  foreignKey({ columns: [table.eventId, table.guestId], foreignColumns: [guests.eventId, guests.id] }).onDelete(
    "cascade",
  );

export const guestCounts = sqliteTable("guest_counts", {
  eventId: text()
    .primaryKey()
    .references(() => events.id, { onDelete: "cascade" }),
  guests: integer().notNull(),
});

export const accessTokens = sqliteTable(
  "access_tokens",
  {
    id: text().primaryKey(),
    eventId: text().notNull(),
    guestId: text().notNull(),
    utmSource: text(),
    used: flag().notNull().default(false),
    createdAt: moment().notNull(),
    notifiedAt: moment(),
    sentAt: moment(),
    revokedAt: moment(),
  },
  (table) => [
    ofGuest(table),
    uniqueIndex("access_tokens_guest").on(
      table.eventId,
      table.guestId,
      sql`(case when ${table.revokedAt} is null then '' else ${table.id} end)`,
    ),
  ],
);
