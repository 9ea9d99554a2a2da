import { isNull, sql } from "drizzle-orm";
import { foreignKey, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { moment } from "../columns.ts";
import { users } from "./accounts.ts";
import { events } from "./events.ts";
import { ofGuest } from "./guests.ts";

export const replyNetworks = sqliteTable(
  "reply_networks",
  {
    eventId: text()
      .notNull()
      .references(() => events.id, { onDelete: "cascade" }),
    id: text().notNull(),
    /** Canonical: an IPv4 address (/32) or an IPv6 /64. */
    network: text().notNull(),
    firstAt: moment().notNull(),
    lastAt: moment().notNull(),
    /** Guests whose first RSVP came from there since `firstAt`. */
    replies: integer().notNull(),
    status: text({ enum: ["open", "accepted", "trusted", "undone"] }).notNull(),
    /** Time of the host's last decision. */
    closedAt: moment(),
    closedBy: text().references(() => users.id),
    closedReplies: integer().notNull().default(0),
    undoStartedAt: moment(),
    /** Null while the undo runs. */
    undoFinishedAt: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.id] }),
    uniqueIndex("reply_networks_network").on(table.eventId, table.network),
    index("reply_networks_open").on(table.eventId).where(sql`${table.status} = 'open'`),
    index("reply_networks_last").on(table.lastAt),
  ],
);

/** The RSVPs of such a network that a host undoes. */
export const undoneReplies = sqliteTable(
  "undone_replies",
  {
    eventId: text().notNull(),
    guestId: text().notNull(),
    networkId: text().notNull(),
    requestedAt: moment().notNull(),
    requestedBy: text()
      .notNull()
      .references(() => users.id),
    /** Time at which the guest's link was first used for an RSVP from the network. */
    repliedAt: moment().notNull(),
    /** Null until it is done. `unchanged`: nothing of the network was left. */
    outcome: text({ enum: ["deleted", "restored", "kept", "unchanged"] }),
    /** Why it was kept. */
    reason: text({ enum: ["changed", "arrived"] }),
    doneAt: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.guestId, table.networkId] }),
    ofGuest(table),
    foreignKey({
      columns: [table.eventId, table.networkId],
      foreignColumns: [replyNetworks.eventId, replyNetworks.id],
    }).onDelete("cascade"),
    index("undone_replies_pending").on(table.eventId, table.networkId).where(isNull(table.outcome)),
  ],
);
