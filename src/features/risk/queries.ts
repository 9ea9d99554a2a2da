import { and, asc, desc, eq, exists, isNull, lt, ne, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { insertWhere } from "../../db/insert-where.ts";
import { accessLogCounts, accessLogs, fraudFeedback } from "../../db/schema/access.ts";
import { users } from "../../db/schema/accounts.ts";
import { eventAllowlist, events } from "../../db/schema/events.ts";
import type { Band, Thresholds } from "../events/bands.ts";
import type { Verdict } from "./verdicts.ts";

export type AccessLogRow = Awaited<ReturnType<typeof listAccessLogs>>[number];

/** Thresholds as they are stored: all of them, or none for the defaults. */
export type StoredThresholds = Awaited<ReturnType<typeof findThresholds>>[number];

type AllowlistEntry = typeof eventAllowlist.$inferSelect;

/** A network that an event trusts, with who said so. */
export type AllowlistRow = Awaited<ReturnType<typeof listAllowlist>>[number];

/** A verdict on an access, with who gave it. */
export type FeedbackRow = Awaited<ReturnType<typeof listFeedback>>[number];

/** The thresholds of an event that still stands. */
export function findThresholds(db: Database, eventId: string) {
  return db
    .select({
      fraudMediumThreshold: events.fraudMediumThreshold,
      fraudHighThreshold: events.fraudHighThreshold,
      fraudBlockThreshold: events.fraudBlockThreshold,
    })
    .from(events)
    .where(and(eq(events.id, eventId), isNull(events.deletedAt)))
    .limit(1);
}

/** The accesses of an event, newest first, with the guest's name and the host's verdict. */
export function listAccessLogs(
  db: Database,
  eventId: string,
  filter: { risk?: Band | undefined; guestId?: string | undefined; automated?: boolean | undefined },
  beforeId: string | null,
  limit: number,
) {
  return db
    .select({ log: accessLogs, verdict: fraudFeedback.verdict })
    .from(accessLogs)
    .leftJoin(fraudFeedback, eq(fraudFeedback.accessLogId, accessLogs.id))
    .where(
      and(
        eq(accessLogs.eventId, eventId),
        filter.risk === undefined ? undefined : eq(accessLogs.risk, filter.risk),
        filter.guestId === undefined ? undefined : eq(accessLogs.guestId, filter.guestId),
        filter.automated === undefined ? undefined : eq(accessLogs.automated, filter.automated),
        beforeId === null ? undefined : lt(accessLogs.id, beforeId),
      ),
    )
    .orderBy(desc(accessLogs.id))
    .limit(limit);
}

/**
 * Whether an event's thresholds are as they were read, and its reader may still change them: the condition of a change
 * and of its record.
 * @param standing whether the reader may, as `hasStanding` asks
 */
export function mayChangeThresholds(db: Database, roleCondition: SQL, eventId: string, asRead: StoredThresholds): SQL {
  const same = and(
    eq(events.id, eventId),
    sql`${events.fraudMediumThreshold} is ${asRead.fraudMediumThreshold}`,
    sql`${events.fraudHighThreshold} is ${asRead.fraudHighThreshold}`,
    sql`${events.fraudBlockThreshold} is ${asRead.fraudBlockThreshold}`,
  );
  return sql`${roleCondition} and ${exists(db.select({ id: events.id }).from(events).where(same))}`;
}

/** Writes thresholds if the guard holds; returns no row when it does not. */
export function updateThresholds(
  db: Database,
  eventId: string,
  { medium, high, block }: Thresholds,
  updatedAt: number,
  guard: SQL,
) {
  return db
    .update(events)
    .set({ fraudMediumThreshold: medium, fraudHighThreshold: high, fraudBlockThreshold: block, updatedAt })
    .where(and(eq(events.id, eventId), guard))
    .returning({ id: events.id });
}

/**
 * How often each score was given on an event, null where there is none. A score may come twice: once for the accesses
 * that are kept, once for those that are only counted by now. Reads every access, answers 204 rows at most.
 */
export function countScores(db: Database, eventId: string) {
  const keptCount = sql<number>`count(*)`.as("times");
  const pastCount = sql<number>`sum(${accessLogCounts.count})`.as("times");
  const kept = db
    .select({ score: accessLogs.score, count: keptCount })
    .from(accessLogs)
    .where(eq(accessLogs.eventId, eventId))
    .groupBy(accessLogs.score);
  const past = db
    .select({ score: sql<number | null>`nullif(${accessLogCounts.score}, -1)`, count: pastCount })
    .from(accessLogCounts)
    .where(eq(accessLogCounts.eventId, eventId))
    .groupBy(accessLogCounts.score);
  return kept.unionAll(past);
}

/** The networks that an event trusts, newest first. */
export function listAllowlist(db: Database, eventId: string) {
  const { ipCidr, note, createdBy, createdAt } = eventAllowlist;
  return db
    .select({ eventId: eventAllowlist.eventId, ipCidr, note, createdBy, createdByName: users.name, createdAt })
    .from(eventAllowlist)
    .innerJoin(users, eq(users.id, createdBy))
    .where(eq(eventAllowlist.eventId, eventId))
    .orderBy(desc(createdAt), asc(ipCidr));
}

/** One trusted network of an event. */
export function findAllowlistEntry(db: Database, eventId: string, ipCidr: string) {
  return db
    .select()
    .from(eventAllowlist)
    .where(and(eq(eventAllowlist.eventId, eventId), eq(eventAllowlist.ipCidr, ipCidr)))
    .limit(1);
}

/**
 * Whether somebody may still make an event trust a network, and the event trusts fewer than `most` others. This one does
 * not count, so that a second time breaks UNIQUE even on a full list, and is told from it.
 * @param standing whether they may, as `hasStanding` asks
 */
export function mayTrust(db: Database, roleCondition: SQL, eventId: string, ipCidr: string, most: number): SQL {
  return sql`${roleCondition} and ${countOtherNetworks(db, eventId, ipCidr)} < ${most}`;
}

/** How many networks an event trusts besides this one. */
export function countOtherNetworks(db: Database, eventId: string, ipCidr: string) {
  return db
    .select({ count: sql<number>`count(*)` })
    .from(eventAllowlist)
    .where(and(eq(eventAllowlist.eventId, eventId), ne(eventAllowlist.ipCidr, ipCidr)));
}

/** Trusts a network if the guard holds; returns no row otherwise. @throws a constraint violation for one that is there */
export function insertAllowlistEntry(db: Database, entry: AllowlistEntry, guard: SQL) {
  return insertWhere(db, eventAllowlist, entry, guard).returning({ ipCidr: eventAllowlist.ipCidr });
}

/** Whether this very entry is on the list: one that was removed and made anew is another. */
export function isOnAllowlist(db: Database, entry: AllowlistEntry): SQL {
  return exists(db.select({ ipCidr: eventAllowlist.ipCidr }).from(eventAllowlist).where(isEntry(entry)));
}

/** Whether this very entry is on the list, and somebody may still take it off. @param standing as for `mayTrust` */
export function mayDistrust(db: Database, roleCondition: SQL, entry: AllowlistEntry): SQL {
  return sql`${roleCondition} and ${isOnAllowlist(db, entry)}`;
}

/** Ends the trust in a network if the guard holds; returns no row otherwise. */
export function deleteAllowlistEntry(db: Database, entry: AllowlistEntry, guard: SQL) {
  return db
    .delete(eventAllowlist)
    .where(and(isEntry(entry), guard))
    .returning({ ipCidr: eventAllowlist.ipCidr });
}

/** Whose access it was. */
export function findAccessLog(db: Database, eventId: string, accessLogId: string) {
  return db
    .select({ guestId: accessLogs.guestId })
    .from(accessLogs)
    .where(and(eq(accessLogs.eventId, eventId), eq(accessLogs.id, accessLogId)))
    .limit(1);
}

/**
 * The verdict on an access, in place of an earlier one, if the guard holds; returns no row otherwise.
 * @throws a constraint violation when the access is gone
 */
export function upsertFeedback(db: Database, row: Required<typeof fraudFeedback.$inferInsert>, guard: SQL) {
  const { verdict, note, markedBy, markedAt } = row;
  return insertWhere(db, fraudFeedback, row, guard)
    .onConflictDoUpdate({ target: fraudFeedback.accessLogId, set: { verdict, note, markedBy, markedAt } })
    .returning({ accessLogId: fraudFeedback.accessLogId });
}

/** Whether this is the verdict that stands on an access. */
export function findVerdict(db: Database, eventId: string, accessLogId: string, verdict: Verdict) {
  return db
    .select({ verdict: fraudFeedback.verdict })
    .from(fraudFeedback)
    .where(
      and(
        eq(fraudFeedback.accessLogId, accessLogId),
        eq(fraudFeedback.eventId, eventId),
        eq(fraudFeedback.verdict, verdict),
      ),
    );
}

/** The verdicts on an event's accesses, the newest word first, from a cursor on. */
export function listFeedback(db: Database, eventId: string, before: { at: number; id: string } | null, limit: number) {
  const { accessLogId, verdict, note, markedBy, markedAt } = fraudFeedback;
  return db
    .select({ accessLogId, verdict, note, markedBy, markedByName: users.name, markedAt })
    .from(fraudFeedback)
    .innerJoin(users, eq(users.id, markedBy))
    .where(
      and(
        eq(fraudFeedback.eventId, eventId),
        before === null ? undefined : sql`(${markedAt}, ${accessLogId}) < (${before.at}, ${before.id})`,
      ),
    )
    .orderBy(desc(markedAt), desc(accessLogId))
    .limit(limit);
}

function isEntry({ eventId, ipCidr, createdAt }: AllowlistEntry): SQL | undefined {
  return and(
    eq(eventAllowlist.eventId, eventId),
    eq(eventAllowlist.ipCidr, ipCidr),
    eq(eventAllowlist.createdAt, createdAt),
  );
}
