import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { moment } from "../columns.ts";

export const events = sqliteTable("events", {
  id: text().primaryKey(),
  hostId: text().notNull(),
  name: text().notNull(),
  description: text(),
  venue: text(),
  eventDate: moment().notNull(),
  endTime: moment(),
  timezone: text().notNull().default("UTC"),
  fraudMediumThreshold: integer(),
  fraudHighThreshold: integer(),
  fraudBlockThreshold: integer(),
  calendarSequence: integer().notNull().default(0),
  createdAt: moment().notNull(),
  updatedAt: moment().notNull(),
  deletedAt: moment(),
});

export const eventCollaborators = sqliteTable(
  "event_collaborators",
  {
    eventId: text().notNull(),
    userId: text().notNull(),
    role: text({ enum: ["owner", "editor", "viewer"] }).notNull(),
    createdAt: moment().notNull(),
  },
  (table) => [primaryKey({ columns: [table.eventId, table.userId] })],
);

export const collaboratorInvites = sqliteTable("collaborator_invites", {
  tokenHash: text().primaryKey(),
  eventId: text().notNull(),
  email: text().notNull(),
  emailKey: text().notNull(),
  role: text({ enum: ["owner", "editor", "viewer"] }).notNull(),
  invitedBy: text().notNull(),
  createdAt: moment().notNull(),
  expiresAt: moment().notNull(),
  acceptedAt: moment(),
});

export const eventBranding = sqliteTable("event_branding", {
  eventId: text().primaryKey(),
  primaryColor: text(),
  font: text(),
  logoUrl: text(),
  coverUrl: text(),
  updatedAt: moment().notNull(),
});

export const eventAllowlist = sqliteTable(
  "event_allowlist",
  {
    eventId: text().notNull(),
    ipCidr: text().notNull(),
    note: text(),
    createdBy: text().notNull(),
    createdAt: moment().notNull(),
  },
  (table) => [primaryKey({ columns: [table.eventId, table.ipCidr] })],
);
