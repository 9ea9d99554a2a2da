import { isNotNull, sql } from "drizzle-orm";
import { foreignKey, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { RESPONSES, SEATS } from "../../kernel/rsvp.ts";
import type { UnsentReason } from "../../kernel/unsent-reasons.ts";
import { flag, json, moment } from "../columns.ts";
import { users } from "./accounts.ts";
import { events } from "./events.ts";
import { ofGuest } from "./guests.ts";

/** A companion of a guest, attending or not, with answers to the questions of scope `person`. */
export interface Companion {
  /** Null: not named yet. */
  name: string | null;
  attending: boolean;
  answers: AnswerValues;
}

/** Values by question ID. */
export type AnswerValues = Record<string, string | number | boolean | string[]>;

/** A guest of an event. */
export type GuestKey = Pick<typeof rsvps.$inferSelect, "eventId" | "guestId">;

/** Why an email of a purpose is not sent to an address. */
export const STOP_REASONS = [
  "bounced",
  "complained",
  "unsubscribed",
  "mailbox_limit",
  "email_unverified",
  "sending_paused",
  "sending_limit",
] as const satisfies readonly UnsentReason[];
export type StopReason = (typeof STOP_REASONS)[number];

const seat = () => text({ enum: SEATS });
const answeredBy = () => text({ enum: ["guest", "host"] });
const response = () => text({ enum: RESPONSES });

/** The partial indexes are by seat and response, because a standing needs other tables. */
export const rsvps = sqliteTable(
  "rsvps",
  {
    eventId: text().notNull(),
    guestId: text().notNull(),
    id: text().notNull(),
    response: response().notNull(),
    plusOnes: integer().notNull(),
    riskScore: integer(),
    editCount: integer().notNull().default(0),
    hostChangeCount: integer().notNull().default(0),
    maxPlusOnes: integer(),
    userAgent: text().notNull(),
    fingerprint: json<Record<string, string>>().notNull(),
    submittedAt: moment().notNull(),
    updatedAt: moment().notNull(),
    companions: json<Companion[]>().notNull().default([]),
    answers: json<AnswerValues>().notNull().default({}),
    answeredBy: answeredBy().notNull().default("guest"),
    heads: integer().notNull().default(0),
    waitlistedAt: moment(),
    offerExpiresAt: moment(),
    seat: seat(),
    /** How the submitting device is recognised. `anyone` if only a host has recorded the RSVP. */
    recognisedBy: text({ enum: ["device_id", "user_agent", "anyone"] })
      .notNull()
      .default("user_agent"),
    /** Hash of the device ID in the request that submitted the RSVP; null if it had none. */
    device: text(),
    /** The language that the guest chose on the page, BCP 47; null if none. A guest's own `locale` comes first. */
    locale: text(),
    /** Whether the RSVP came from a device that was new to the link, at medium risk or more. */
    newDevice: flag().notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.guestId] }),
    ofGuest(table),
    index("rsvps_submitted").on(table.eventId, table.submittedAt),
    index("rsvps_waitlist").on(table.eventId, table.heads, table.waitlistedAt).where(sql`${table.seat} = 'waitlisted'`),
    index("rsvps_waiting").on(table.eventId, table.waitlistedAt).where(sql`${table.seat} = 'waitlisted'`),
    index("rsvps_declined").on(table.eventId, table.guestId).where(sql`${table.response} = 'declined'`),
    index("rsvps_locale").on(table.eventId, table.guestId).where(isNotNull(table.locale)),
    index("rsvps_offers").on(table.offerExpiresAt).where(sql`${table.seat} = 'offered'`),
  ],
);

export const rsvpRevisions = sqliteTable(
  "rsvp_revisions",
  {
    eventId: text().notNull(),
    guestId: text().notNull(),
    revision: integer().notNull(),
    response: response().notNull(),
    plusOnes: integer().notNull(),
    recordedAt: moment().notNull(),
    replacedAt: moment().notNull(),
    editCount: integer().notNull().default(0),
    replacedBy: answeredBy().notNull().default("guest"),
    companions: json<Companion[]>().notNull().default([]),
    answers: json<AnswerValues>().notNull().default({}),
    answeredBy: answeredBy().notNull().default("guest"),
    seat: seat(),
    riskScore: integer(),
    newDevice: flag().notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.guestId, table.revision] }),
    foreignKey({ columns: [table.eventId, table.guestId], foreignColumns: [rsvps.eventId, rsvps.guestId] }).onDelete(
      "cascade",
    ),
    index("rsvp_revisions_replaced").on(table.eventId, table.replacedAt),
  ],
);

/** Each offer of a seat to a waiting party. */
export const seatOffers = sqliteTable(
  "seat_offers",
  {
    eventId: text().notNull(),
    guestId: text().notNull(),
    offeredAt: moment().notNull(),
    expiresAt: moment().notNull(),
    heads: integer().notNull(),
    offeredBy: text().references(() => users.id),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.guestId, table.offeredAt] }),
    ofGuest(table),
    index("seat_offers_offered").on(table.eventId, table.offeredAt),
  ],
);

/** Waiting parties that were not offered free seats. */
export const passedOver = sqliteTable(
  "passed_over",
  {
    eventId: text().notNull(),
    guestId: text().notNull(),
    reason: text({ enum: STOP_REASONS }).notNull(),
    at: moment().notNull(),
    /** The reason has ended, or the party waits no more. A trigger sets it for the latter. */
    ended: flag().notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.guestId, table.at] }),
    foreignKey({ columns: [table.eventId, table.guestId], foreignColumns: [rsvps.eventId, rsvps.guestId] }).onDelete(
      "cascade",
    ),
    uniqueIndex("passed_over_open").on(table.eventId, table.guestId).where(sql`${table.ended} = 0`),
    index("passed_over_at").on(table.eventId, table.at),
  ],
);

/** Waitlists whose offers the Scheduler resumes. Triggers set the time to now when a reason ends. */
export const stalledWaitlists = sqliteTable(
  "stalled_waitlists",
  {
    eventId: text()
      .primaryKey()
      .references(() => events.id, { onDelete: "cascade" }),
    /** Why the host may email nobody. Null: the host may. */
    reason: text({ enum: STOP_REASONS }),
    resumeAt: moment().notNull(),
  },
  (table) => [index("stalled_waitlists_due").on(table.resumeAt)],
);
