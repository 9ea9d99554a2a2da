import { isNotNull, sql } from "drizzle-orm";
import {
  type AnySQLiteColumn,
  foreignKey,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { RESPONSES } from "../../kernel/rsvp.ts";
import { channel, flag, json, moment } from "../columns.ts";
import { users } from "./accounts.ts";
import { events } from "./events.ts";
import { ofGuest } from "./guests.ts";

/**
 * Groups of guests by status, evaluated when the message is sent. `unopened`: invited and has not opened the link.
 * `undelivered`: the invitation bounced or could not be sent. `offered`: a seat is offered. `not_arrived`: coming and not checked in.
 */
export const SEGMENTS = ["unopened", "undelivered", "waitlisted", "offered", "checked_in", "not_arrived"] as const;

/** Why a message was cancelled although no host cancelled it. */
export const SKIP_REASONS = ["past", "event_cancelled", "closed", "full", "nobody_left"] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

export type TagAudience = `tag:${string}`;

/** A message in additional languages, by BCP 47 tag. Without a subject, the message's applies. */
export type MessageTranslations = Readonly<Record<string, { subject?: string | undefined; body: string }>>;

export const messages = sqliteTable(
  "messages",
  {
    eventId: text()
      .notNull()
      .references(() => events.id, { onDelete: "cascade" }),
    id: text().notNull(),
    slug: text({ enum: ["reminder_7d", "reminder_3d", "reminder_1d", "reminder_day_of"] }),
    audience: text({
      enum: [
        "everyone",
        "attending",
        "pending",
        "declined",
        "maybe",
        "attending_and_pending",
        "attending_and_maybe",
        "pending_and_maybe",
      ],
    })
      .notNull()
      .default("everyone"),
    channel: channel(),
    subject: text().notNull(),
    body: text().notNull(),
    sendAt: moment(),
    status: text({ enum: ["draft", "scheduled", "sending", "sent", "cancelled", "failed"] }).notNull(),
    createdBy: text().references(() => users.id),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
    claimedAt: moment(),
    finishedAt: moment(),
    /** Recipients that are not selected by response. */
    segment: text().$type<(typeof SEGMENTS)[number] | TagAudience | "chosen">(),
    ownTime: flag().notNull().default(false),
    /** Null: not cancelled, or cancelled by a host. */
    skipReason: text({ enum: SKIP_REASONS }),
    /** Whether guests without an RSVP who never got a link are recipients. */
    notInvited: text({ enum: ["include", "skip"] })
      .notNull()
      .default("include"),
    notice: text({ enum: ["changed", "cancelled", "reinstated"] }),
    /** Each value is in its own list, so that merging the objects keeps a null. */
    changedFrom: json<Record<string, readonly [string | number | null]>>(),
    translations: json<MessageTranslations>(),
    /** Of a change notice: leaves out guests whom no email has reached. */
    skipNeverEmailed: flag().notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.id] }),
    uniqueIndex("messages_slug").on(table.eventId, table.slug).where(isNotNull(table.slug)),
    index("messages_due").on(table.sendAt).where(sql`${table.status} = 'scheduled'`),
    index("messages_chosen").on(table.eventId, table.claimedAt).where(sql`${table.segment} = 'chosen'`),
    index("messages_sending").on(table.claimedAt).where(sql`${table.status} = 'sending'`),
    uniqueIndex("messages_notice")
      .on(table.eventId)
      .where(sql`${table.notice} is not null and ${table.status} = 'scheduled'`),
  ],
);

const ofMessage = (table: { eventId: AnySQLiteColumn; messageId: AnySQLiteColumn }) =>
  foreignKey({ columns: [table.eventId, table.messageId], foreignColumns: [messages.eventId, messages.id] }).onDelete(
    "cascade",
  );

export const messageRecipients = sqliteTable(
  "message_recipients",
  {
    eventId: text().notNull(),
    messageId: text().notNull(),
    guestId: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.eventId, table.messageId, table.guestId] }), ofMessage(table)],
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
  (table) => [primaryKey({ columns: [table.eventId, table.messageId, table.number] }), ofMessage(table)],
);

export const messageDeliveries = sqliteTable(
  "message_deliveries",
  {
    eventId: text().notNull(),
    messageId: text().notNull(),
    guestId: text().notNull(),
    response: text({ enum: RESPONSES }),
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
  (table) => [
    primaryKey({ columns: [table.eventId, table.messageId, table.guestId] }),
    ofMessage(table),
    index("message_deliveries_text").on(table.providerMessageId).where(sql`${table.provider} = 'twilio'`),
  ],
);

export const deliveries = sqliteTable(
  "deliveries",
  {
    id: text().primaryKey(),
    dedupeKey: text().notNull().unique(),
    kind: text().notNull(),
    purpose: text({ enum: ["account", "member", "asked", "reply", "host", "closing"] }).notNull(),
    channel: channel(),
    eventId: text().references(() => events.id, { onDelete: "cascade" }),
    guestId: text(),
    userId: text().references(() => users.id, { onDelete: "cascade" }),
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
  },
  (table) => [
    ofGuest(table),
    index("deliveries_guest").on(table.eventId, table.guestId).where(isNotNull(table.eventId)),
    index("deliveries_user").on(table.userId).where(isNotNull(table.userId)),
    index("deliveries_account").on(table.userId, table.createdAt).where(sql`${table.purpose} = 'account'`),
    index("deliveries_provider_message").on(table.providerMessageId).where(isNotNull(table.providerMessageId)),
    index("deliveries_recipient").on(table.recipientHash, table.createdAt),
    index("deliveries_ownerless").on(table.createdAt).where(sql`${table.kind} in ('lost_links', 'complaint_code')`),
  ],
);

export const suppressions = sqliteTable(
  "suppressions",
  {
    emailKey: text().notNull(),
    reason: text({ enum: ["unsubscribed", "bounced", "complained"] }).notNull(),
    createdAt: moment().notNull(),
  },
  (table) => [primaryKey({ columns: [table.emailKey, table.reason] })],
);

export const smsOptOuts = sqliteTable(
  "sms_opt_outs",
  {
    phone: text().notNull(),
    sender: text().notNull(),
    createdAt: moment().notNull(),
  },
  (table) => [primaryKey({ columns: [table.phone, table.sender] })],
);

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
