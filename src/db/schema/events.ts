import { isNotNull, isNull } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { ADDRESS_FORMS } from "../../kernel/address-forms.ts";
import { flag, json, moment } from "../columns.ts";
import { users } from "./accounts.ts";

const eventId = () => text().references(() => events.id, { onDelete: "cascade" });
const userId = () => text().references(() => users.id);

/** The risk bands of a score, weakest first. */
export const BANDS = ["low", "medium", "high", "block"] as const;

export const events = sqliteTable(
  "events",
  {
    id: text().primaryKey(),
    hostId: userId().notNull(),
    name: text().notNull(),
    description: text(),
    venue: text(),
    eventDate: moment().notNull(),
    endTime: moment(),
    timezone: text().notNull().default("UTC"),
    fraudMediumThreshold: integer(),
    fraudHighThreshold: integer(),
    fraudBlockThreshold: integer(),
    /** Canonical networks from which guests need a code, after a host has undone replies from there. */
    codeNetworks: json<string[]>().notNull().default([]),
    calendarSequence: integer().notNull().default(0),
    cancelledAt: moment(),
    cancelMessage: text(),
    rsvpDeadline: moment(),
    capacity: integer(),
    waitlist: flag().notNull().default(false),
    offerHours: integer().notNull().default(24),
    companionNames: text({ enum: ["off", "optional", "required"] })
      .notNull()
      .default("off"),
    defaultPartySize: integer(),
    locale: text().notNull().default("en"),
    addressForm: text({ enum: ADDRESS_FORMS }).notNull().default("formal"),
    replyTo: text(),
    replyToVerifiedAt: moment(),
    stepUpFrom: text({ enum: [...BANDS, "never"] })
      .notNull()
      .default("block"),
    smsCountries: text(),
    doorOpensAt: moment(),
    lostLinks: flag().notNull().default(true),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
    deletedAt: moment(),
    requireSecondFactor: flag().notNull().default(false),
  },
  (table) => [
    index("events_host").on(table.hostId).where(isNull(table.deletedAt)),
    index("events_date").on(table.eventDate).where(isNull(table.deletedAt)),
    index("events_deleted").on(table.deletedAt).where(isNotNull(table.deletedAt)),
  ],
);

/** Roles on an event, from least to most: each includes the permissions of those before it. */
const role = () => text({ enum: ["viewer", "editor", "owner"] }).notNull();

export const eventCollaborators = sqliteTable(
  "event_collaborators",
  {
    eventId: eventId().notNull(),
    userId: userId().notNull(),
    role: role(),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.userId] }),
    index("event_collaborators_user").on(table.userId, table.eventId),
  ],
);

export const collaboratorInvites = sqliteTable(
  "collaborator_invites",
  {
    id: text().primaryKey(),
    eventId: eventId().notNull(),
    email: text().notNull(),
    emailKey: text().notNull(),
    role: role(),
    invitedBy: userId().notNull(),
    createdAt: moment().notNull(),
    expiresAt: moment().notNull(),
    acceptedAt: moment(),
  },
  (table) => [
    uniqueIndex("collaborator_invites_pending").on(table.eventId, table.emailKey).where(isNull(table.acceptedAt)),
    index("collaborator_invites_expires").on(table.expiresAt),
  ],
);

/** Updated by triggers on `rsvps`. */
export const eventSeats = sqliteTable("event_seats", {
  eventId: eventId().primaryKey(),
  /** Heads of confirmed and offered seats. */
  held: integer().notNull(),
});

export const eventBranding = sqliteTable("event_branding", {
  eventId: eventId().primaryKey(),
  primaryColor: text(),
  font: text(),
  logoUrl: text(),
  coverUrl: text(),
  updatedAt: moment().notNull(),
  theme: text(),
});

export const eventAllowlist = sqliteTable(
  "event_allowlist",
  {
    eventId: eventId().notNull(),
    ipCidr: text().notNull(),
    note: text(),
    createdBy: userId().notNull(),
    createdAt: moment().notNull(),
  },
  (table) => [primaryKey({ columns: [table.eventId, table.ipCidr] })],
);

export type EventRow = typeof events.$inferSelect;
