import {
  and,
  asc,
  desc,
  eq,
  exists,
  isNull,
  lt,
  ne,
  type Placeholder,
  type SQL,
  type SQLWrapper,
  sql,
} from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { insertWhere } from "../../db/insert-where.ts";
import { type Given, kept } from "../../db/kept-statement.ts";
import { accessLogCounts, accessLogs, fraudFeedback } from "../../db/schema/access.ts";
import { users } from "../../db/schema/accounts.ts";
import { eventAllowlist, events } from "../../db/schema/events.ts";
import { guests } from "../../db/schema/guests.ts";
import type { Band, Thresholds } from "./bands.ts";
import type { AccessKind } from "./fingerprint.ts";
import type { Verdict } from "./verdicts.ts";

export interface NewAccessLog {
  eventId: string;
  accessLogId: string;
  guestId: string;
  tokenId: string;
  kind: AccessKind;
  at: number;
  ipAddress: string;
  userAgent: string;
  referrer: string;
  fingerprint: Record<string, string>;
  reasons: string[];
  score?: number;
  risk?: Band;
  scoredAt?: number;
  geoCountry?: string | null;
  geoCity?: string | null;
  geoLat?: number;
  geoLon?: number;
}

export type AccessLogRow = Awaited<ReturnType<typeof listAccessLogs>>[number];

/** Thresholds as they are stored: all of them, or none for the defaults. */
export type StoredThresholds = Awaited<ReturnType<typeof findThresholds>>[number];

type AllowlistEntry = typeof eventAllowlist.$inferSelect;

/** A network that an event trusts, with who said so. */
export type AllowlistRow = Awaited<ReturnType<typeof listAllowlist>>[number];

/** A verdict on an access, with who gave it. */
export type FeedbackRow = Awaited<ReturnType<typeof listFeedback>>[number];

/** A score for an access log. Absent geo and evidence keep what is known. */
export interface ScoreRow {
  eventId: string;
  accessLogId: string;
  score: number;
  risk: Band;
  reasons: string[];
  automated: boolean;
  /** The engine's own time, epoch milliseconds; null for the answer that it gave while the guest waited. */
  scoredAt: number | null;
  evidence?: Record<string, unknown>;
  geoCountry?: string | null;
  geoCity?: string | null;
  geoLat?: number | null;
  geoLon?: number | null;
}

/** One access, scored or not yet. */
export const insertAccessLog = kept((db, given: Given<NewAccessLog>) =>
  db.insert(accessLogs).values({
    id: given.accessLogId,
    eventId: given.eventId,
    guestId: given.guestId,
    tokenId: given.tokenId,
    kind: given.kind,
    at: given.at,
    ipAddress: given.ipAddress,
    userAgent: given.userAgent,
    referrer: given.referrer,
    fingerprint: given.fingerprint,
    reasons: given.reasons,
    score: given.score,
    risk: given.risk,
    scoredAt: given.scoredAt,
    geoCountry: given.geoCountry,
    geoCity: given.geoCity,
    geoLat: given.geoLat,
    geoLon: given.geoLon,
  }),
);

/** An access by its log. */
export type LoggedAccess = Pick<ScoreRow, "eventId" | "accessLogId">;

/** Writes scores, each unless a newer one is there. Each access is named once. One statement, whatever their number. */
export function updateScores(db: Database, scores: readonly ScoreRow[]) {
  const rows = scores.map(({ eventId, accessLogId, score, risk, reasons, automated, scoredAt, evidence, ...rest }) => {
    const { geoCountry, geoCity, geoLat, geoLon } = rest;
    const place = { geoCountry, geoCity, geoLat, geoLon };
    return { eventId, accessLogId, score, risk, reasons, automated, scoredAt, evidence, ...place };
  });
  return UPDATE_SCORES(db, { list: JSON.stringify(rows) });
}

/** A place is one thing: its four parts come together or stay together. */
function unlessPlaceless(name: string, column: SQLWrapper): SQL {
  return sql`case when coalesce(${given("geoLat")}, ${given("geoCountry")}) is null then ${column} else ${given(name)} end`;
}

const UPDATE_SCORES = kept((db, { list }: Given<List>) =>
  db
    .update(accessLogs)
    .set({
      score: given("score"),
      risk: given("risk"),
      reasons: sql`given.value -> '$.reasons'`,
      automated: given("automated"),
      scoredAt: given("scoredAt"),
      evidence: sql`coalesce(given.value -> '$.evidence', ${accessLogs.evidence})`,
      geoCountry: unlessPlaceless("geoCountry", accessLogs.geoCountry),
      geoCity: unlessPlaceless("geoCity", accessLogs.geoCity),
      geoLat: unlessPlaceless("geoLat", accessLogs.geoLat),
      geoLon: unlessPlaceless("geoLon", accessLogs.geoLon),
    })
    .from(listed(list))
    .where(and(isGiven(), sql`(${isNull(accessLogs.scoredAt)} or ${accessLogs.scoredAt} <= ${given("scoredAt")})`)),
);

/** Guests have opened their invitations, where the access was a person's and was let in. The first time counts. */
export function markOpenedBy(db: Database, accesses: readonly LoggedAccess[]) {
  return MARK_OPENED(db, { list: listOf(accesses) });
}

const MARK_OPENED = kept((db, { list }: Given<List>) => {
  const { eventId, guestId, at } = accessLogs;
  const opened = sql`(
    select ${eventId} as event_id, ${guestId} as guest_id, min(${at}) as at
    from ${listed(list)} inner join ${accessLogs} on ${isGiven()}
    where ${accessLogs.kind} = 'access' and ${accessLogs.automated} = 0 and coalesce(${accessLogs.risk}, 'low') <> 'block'
    group by ${eventId}, ${guestId}) as opened`;
  return db
    .update(guests)
    .set({ openedAt: sql`opened.at` })
    .from(opened)
    .where(
      and(
        eq(guests.eventId, sql`opened.event_id`),
        eq(guests.id, sql`opened.guest_id`),
        sql`(${isNull(guests.openedAt)} or ${guests.openedAt} > opened.at)`,
      ),
    );
});

/**
 * What the scores of accesses are compared with, and what is known of the accesses. No row for one whose event or log
 * is gone.
 */
export function findScorings(db: Database, accesses: readonly LoggedAccess[]) {
  return FIND_SCORINGS(db, { list: listOf(accesses) });
}

const FIND_SCORINGS = kept((db, { list }: Given<List>) =>
  db
    .select({
      accessLogId: accessLogs.id,
      fraudMediumThreshold: events.fraudMediumThreshold,
      fraudHighThreshold: events.fraudHighThreshold,
      fraudBlockThreshold: events.fraudBlockThreshold,
      score: accessLogs.score,
      risk: accessLogs.risk,
      kind: accessLogs.kind,
      at: accessLogs.at,
      guestId: accessLogs.guestId,
      guestName: guests.name,
      geoCountry: accessLogs.geoCountry,
      geoCity: accessLogs.geoCity,
    })
    .from(listed(list))
    .innerJoin(accessLogs, isGiven())
    .innerJoin(events, and(eq(events.id, accessLogs.eventId), isNull(events.deletedAt)))
    .innerJoin(guests, and(eq(guests.eventId, accessLogs.eventId), eq(guests.id, accessLogs.guestId))),
);

/** Rows as one bound value, a JSON array: D1 binds at most 100 values. */
interface List {
  list: string;
}

function listOf(accesses: readonly LoggedAccess[]): string {
  return JSON.stringify(accesses.map(({ eventId, accessLogId }) => ({ eventId, accessLogId })));
}

function listed(list: Placeholder): SQL {
  return sql`json_each(${list}) as given`;
}

/** A field of a listed row; null where it is absent. */
function given(field: string): SQL {
  return sql.raw(`given.value ->> '$.${field}'`);
}

/** Joins access logs to listed rows that name them. */
function isGiven(): SQL | undefined {
  return and(eq(accessLogs.eventId, given("eventId")), eq(accessLogs.id, given("accessLogId")));
}

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
export function mayChangeThresholds(db: Database, standing: SQL, eventId: string, asRead: StoredThresholds): SQL {
  const same = and(
    eq(events.id, eventId),
    sql`${events.fraudMediumThreshold} is ${asRead.fraudMediumThreshold}`,
    sql`${events.fraudHighThreshold} is ${asRead.fraudHighThreshold}`,
    sql`${events.fraudBlockThreshold} is ${asRead.fraudBlockThreshold}`,
  );
  return sql`${standing} and ${exists(db.select({ id: events.id }).from(events).where(same))}`;
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
export function mayTrust(db: Database, standing: SQL, eventId: string, ipCidr: string, most: number): SQL {
  const others = db
    .select({ count: sql`count(*)` })
    .from(eventAllowlist)
    .where(and(eq(eventAllowlist.eventId, eventId), ne(eventAllowlist.ipCidr, ipCidr)));
  return sql`${standing} and ${others} < ${most}`;
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
export function mayDistrust(db: Database, standing: SQL, entry: AllowlistEntry): SQL {
  return sql`${standing} and ${isOnAllowlist(db, entry)}`;
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
