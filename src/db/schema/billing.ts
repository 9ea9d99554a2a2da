import { sql } from "drizzle-orm";
import { index, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { flag, moment } from "../columns.ts";
import { users } from "./accounts.ts";

const PAID_TIERS = ["pro", "business"] as const;

/** The tiers that hosts subscribe to, in their API form. */
export const TIERS = ["free", ...PAID_TIERS] as const;

export const subscriptions = sqliteTable(
  "subscriptions",
  {
    providerSubscriptionId: text().primaryKey(),
    userId: text()
      .notNull()
      .references(() => users.id),
    tier: text({ enum: PAID_TIERS }).notNull(),
    status: text().notNull(),
    granting: flag().notNull(),
    currentPeriodEnd: moment(),
    providerCustomerId: text().notNull(),
    providerUpdatedAt: moment().notNull(),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
  },
  (table) => [
    uniqueIndex("subscriptions_granting").on(table.userId).where(sql`${table.granting} = 1`),
    index("subscriptions_user").on(table.userId),
    index("subscriptions_customer").on(table.providerCustomerId),
  ],
);

export const webhookEvents = sqliteTable(
  "webhook_events",
  {
    id: text().primaryKey(),
    receivedAt: moment().notNull(),
  },
  (table) => [index("webhook_events_received").on(table.receivedAt)],
);
