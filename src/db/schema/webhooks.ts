import { isNotNull, sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { json, moment } from "../columns.ts";
import { users } from "./accounts.ts";
import { apiKeys } from "./api-keys.ts";

export const webhookEndpoints = sqliteTable(
  "webhook_endpoints",
  {
    id: text().primaryKey(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** The API key that created it. */
    apiKeyId: text().references(() => apiKeys.id, { onDelete: "cascade" }),
    eventId: text(),
    url: text().notNull(),
    types: json<string[]>().notNull(),
    sealedSecret: text().notNull(),
    previousSealedSecret: text(),
    previousUntil: moment(),
    /** `disabled` by its owner, `ended` by us after days of failures. */
    status: text({ enum: ["enabled", "disabled", "ended"] }).notNull(),
    failingSince: moment(),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
  },
  (table) => [
    index("webhook_endpoints_user").on(table.userId),
    index("webhook_endpoints_key").on(table.apiKeyId).where(isNotNull(table.apiKeyId)),
    index("webhook_endpoints_event").on(table.eventId).where(isNotNull(table.eventId)),
  ],
);

export const webhookDeliveries = sqliteTable(
  "webhook_deliveries",
  {
    endpointId: text()
      .notNull()
      .references(() => webhookEndpoints.id, { onDelete: "cascade" }),
    id: text().notNull(),
    eventId: text(),
    sequence: integer(),
    type: text().notNull(),
    status: text({ enum: ["pending", "delivered", "failed", "cancelled"] }).notNull(),
    attempts: integer().notNull().default(0),
    responseStatus: integer(),
    nextAttemptAt: moment().notNull(),
    leasedBy: text(),
    leasedUntil: moment(),
    at: moment().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.endpointId, table.id] }),
    index("webhook_deliveries_line")
      .on(table.eventId, table.endpointId, table.sequence)
      .where(sql`${table.status} = 'pending'`),
    index("webhook_deliveries_at").on(table.at),
    index("webhook_deliveries_due").on(table.nextAttemptAt).where(sql`${table.status} = 'pending'`),
  ],
);

export const arrivalRounds = sqliteTable("arrival_rounds", {
  id: integer().primaryKey(),
  until: moment().notNull(),
});
