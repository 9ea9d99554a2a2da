import { isNotNull, isNull, lt, sql } from "drizzle-orm";
import {
  type AnySQLiteColumn,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { json, moment } from "../columns.ts";
import { users } from "./accounts.ts";
import { events } from "./events.ts";

export const featureFlags = sqliteTable("feature_flags", {
  key: text().primaryKey(),
  description: text().notNull(),
  percentage: integer().notNull().default(100),
  updatedAt: moment().notNull(),
});

/** Always empty. An insert violates its constraint, which aborts the batch; see `abortUnless`. */
export const commitGuards = sqliteTable("commit_guards", { unmet: integer() });

/**
 * Condition: the record is about a change of the event itself. The index of such records has the same text, and must
 * match.
 */
export function isOfEvent(action: AnySQLiteColumn) {
  return sql`${action} = 'event.updated' or ${action} = 'event.cancelled' or ${action} = 'event.reinstated'`;
}

export const auditRecords = sqliteTable(
  "audit_records",
  {
    eventId: text()
      .notNull()
      .references(() => events.id, { onDelete: "cascade" }),
    id: text().notNull(),
    actorId: text()
      .notNull()
      .references(() => users.id),
    action: text().notNull(),
    /** The changed thing, if an event has several: a user ID, an email address, a network, a message's ID. */
    target: text(),
    before: json<Record<string, unknown>>(),
    after: json<Record<string, unknown>>(),
    at: moment().notNull(),
    sequence: integer().notNull(),
    salt: text(),
    contentDigest: text(),
    hash: text(),
    actorKeyId: text(),
    actorKeyName: text(),
    actorKind: text({ enum: ["guest"] }),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.id] }),
    uniqueIndex("audit_records_sequence").on(table.eventId, table.sequence),
    index("audit_records_unsealed").on(table.eventId, table.sequence).where(isNull(table.hash)),
    index("audit_records_by_key").on(table.actorId).where(isNotNull(table.actorKeyName)),
    index("audit_records_event").on(table.eventId, table.id).where(isOfEvent(table.action)),
    index("audit_records_invited").on(sql`lower(${table.target})`).where(sql`${table.action} = 'collaborator.invited'`),
  ],
);

export const auditChains = sqliteTable(
  "audit_chains",
  {
    eventId: text()
      .primaryKey()
      .references(() => events.id, { onDelete: "cascade" }),
    sequence: integer().notNull(),
    hash: text().notNull(),
    sealedAt: moment().notNull(),
    notedSequence: integer().notNull().default(0),
  },
  (table) => [index("audit_chains_unnoted").on(table.eventId).where(lt(table.notedSequence, table.sequence))],
);

export const idempotencyKeys = sqliteTable(
  "idempotency_keys",
  {
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    keyHash: text().notNull(),
    requestHash: text().notNull(),
    storedResult: text("outcome", { mode: "json" }).$type<unknown>().notNull(),
    guestId: text(),
    createdAt: moment().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.keyHash] }),
    index("idempotency_keys_guest").on(table.guestId).where(isNotNull(table.guestId)),
    index("idempotency_keys_created").on(table.createdAt),
  ],
);

export const uploads = sqliteTable(
  "uploads",
  {
    file: text().primaryKey(),
    userId: text()
      .notNull()
      .references(() => users.id),
    bytes: integer().notNull(),
    createdAt: moment().notNull(),
    checkAt: moment().notNull(),
    unusedAt: moment(),
  },
  (table) => [index("uploads_user").on(table.userId, table.createdAt), index("uploads_check").on(table.checkAt)],
);

export const operatorLog = sqliteTable("operator_log", {
  id: text().primaryKey(),
  at: moment().notNull(),
  command: text().notNull(),
  target: text().notNull(),
  before: json<Record<string, unknown>>(),
  after: json<Record<string, unknown>>(),
  operator: text().notNull(),
});
