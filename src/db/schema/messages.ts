import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { flag, json, moment } from "../columns.ts";

export const messages = sqliteTable(
  "messages",
  {
    eventId: text().notNull(),
    id: text().notNull(),
    slug: text({ enum: ["reminder_7d", "reminder_3d", "reminder_1d", "reminder_day_of"] }),
    audience: text({
      enum: ["everyone", "attending", "pending", "declined", "maybe", "attending_and_pending"],
    }).notNull(),
    channel: text({ enum: ["email", "sms"] }).notNull(),
    subject: text().notNull(),
    body: text().notNull(),
    sendAt: moment(),
    status: text({ enum: ["draft", "scheduled", "sending", "sent", "cancelled", "failed"] }).notNull(),
    createdBy: text(),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
    claimedAt: moment(),
    finishedAt: moment(),
  },
  (table) => [primaryKey({ columns: [table.eventId, table.id] })],
);

export const messageBatches = sqliteTable(
  "message_batches",
  {
    eventId: text().notNull(),
    messageId: text().notNull(),
    number: integer().notNull(),
    fromGuest: text().notNull(),
    beforeGuest: text().notNull(),
    doneAt: moment(),
  },
  (table) => [primaryKey({ columns: [table.eventId, table.messageId, table.number] })],
);

export const messageDeliveries = sqliteTable(
  "message_deliveries",
  {
    eventId: text().notNull(),
    messageId: text().notNull(),
    guestId: text().notNull(),
    response: text({ enum: ["attending", "declined", "maybe"] }),
    status: text({
      enum: ["pending", "sent", "delivered", "failed", "suppressed", "unreachable", "bounced", "complained"],
    })
      .notNull()
      .default("pending"),
    reason: text(),
    attempts: integer().notNull().default(0),
    provider: text(),
    providerMessageId: text(),
    bounceType: text(),
    updatedAt: moment().notNull(),
  },
  (table) => [primaryKey({ columns: [table.eventId, table.messageId, table.guestId] })],
);

export const deliveries = sqliteTable("deliveries", {
  id: text().primaryKey(),
  dedupeKey: text().notNull(),
  kind: text().notNull(),
  channel: text({ enum: ["email", "sms"] }).notNull(),
  eventId: text(),
  guestId: text(),
  userId: text(),
  recipientHash: text().notNull(),
  status: text({
    enum: ["pending", "sent", "delivered", "failed", "suppressed", "bounced", "complained"],
  }).notNull(),
  reason: text(),
  attempts: integer().notNull().default(0),
  claimedAt: moment(),
  provider: text(),
  providerMessageId: text(),
  bounceType: text(),
  complained: flag().notNull().default(false),
  createdAt: moment().notNull(),
  updatedAt: moment().notNull(),
});

export const suppressions = sqliteTable("suppressions", {
  emailKey: text().primaryKey(),
  reason: text({ enum: ["unsubscribed", "bounced", "complained"] }).notNull(),
  createdAt: moment().notNull(),
});

export const outbox = sqliteTable("outbox", {
  id: text().primaryKey(),
  type: text().notNull(),
  body: json<unknown>().notNull(),
  createdAt: moment().notNull(),
});

export const deadLetters = sqliteTable("dead_letters", {
  id: text().primaryKey(),
  queue: text().notNull(),
  type: text().notNull(),
  body: text().notNull(),
  diedAt: moment().notNull(),
});
