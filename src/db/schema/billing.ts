import { sqliteTable, text } from "drizzle-orm/sqlite-core";
import { flag, moment } from "../columns.ts";

export const subscriptions = sqliteTable("subscriptions", {
  providerSubscriptionId: text().primaryKey(),
  userId: text().notNull(),
  tier: text({ enum: ["pro", "business"] }).notNull(),
  status: text().notNull(),
  granting: flag().notNull(),
  currentPeriodEnd: moment(),
  providerCustomerId: text().notNull(),
  providerUpdatedAt: moment().notNull(),
  createdAt: moment().notNull(),
  updatedAt: moment().notNull(),
});

export const webhookEvents = sqliteTable("webhook_events", {
  id: text().primaryKey(),
  receivedAt: moment().notNull(),
});
