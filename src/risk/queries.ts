import { and, asc, desc, eq, isNull, lt, sql } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { accessLogs, fraudFeedback } from "../db/schema/access.ts";
import { users } from "../db/schema/accounts.ts";
import { challenges } from "../db/schema/challenges.ts";
import { eventAllowlist, events } from "../db/schema/events.ts";
import { guests } from "../db/schema/guests.ts";
import type { Band } from "../platform/risk-bands/bands.ts";
import { isAskingHost } from "./challenges/queries.ts";

export type AccessLogRow = Awaited<ReturnType<typeof listAccessLogs>>[number];

/** A trusted network of an event, with the name of the user who added it. */
export type AllowlistRow = Awaited<ReturnType<typeof listAllowlist>>[number];

/** A verdict on an access, with the name of the user who gave it; null if the guest did. */
export type FeedbackRow = Awaited<ReturnType<typeof listFeedback>>[number];

/** The thresholds of an event that is not deleted. */
export function findThresholds(db: Database, eventId: string) {
  return db
    .select({
      fraudMediumThreshold: events.fraudMediumThreshold,
      fraudHighThreshold: events.fraudHighThreshold,
      fraudBlockThreshold: events.fraudBlockThreshold,
      updatedAt: events.updatedAt,
    })
    .from(events)
    .where(and(eq(events.id, eventId), isNull(events.deletedAt)))
    .limit(1);
}

/** Status of the last code that the device of an access asked for. Null if it asked for none. */
const LAST_CHALLENGE = sql<"sent" | "passed" | "failed" | null>`(
  select case when ${challenges.status} = 'passed' or ${challenges.status} = 'failed' then ${challenges.status} else 'sent' end
  from ${challenges} where ${challenges.eventId} = ${accessLogs.eventId} and ${challenges.guestId} = ${accessLogs.guestId}
    and ${challenges.accessLogId} = ${accessLogs.id} order by ${challenges.id} desc limit 1)`;

/** The accesses of an event, newest first, with the guest's name and the host's verdict. */
export function listAccessLogs(
  db: Database,
  eventId: string,
  filter: {
    risk?: Band | undefined;
    guestId?: string | undefined;
    automated?: boolean | undefined;
    isAsking?: boolean;
  },
  beforeId: string | null,
  limit: number,
) {
  return db
    .select({
      log: accessLogs,
      guestName: guests.name,
      verdict: fraudFeedback.verdict,
      challenge: LAST_CHALLENGE.as("challenge"),
    })
    .from(accessLogs)
    .leftJoin(guests, and(eq(guests.eventId, accessLogs.eventId), eq(guests.id, accessLogs.guestId)))
    .leftJoin(fraudFeedback, eq(fraudFeedback.accessLogId, accessLogs.id))
    .where(
      and(
        eq(accessLogs.eventId, eventId),
        filter.risk === undefined ? undefined : eq(accessLogs.risk, filter.risk),
        filter.guestId === undefined ? undefined : eq(accessLogs.guestId, filter.guestId),
        filter.automated === undefined ? undefined : eq(accessLogs.automated, filter.automated),
        filter.isAsking ? isAskingHost() : undefined,
        beforeId === null ? undefined : lt(accessLogs.id, beforeId),
      ),
    )
    .orderBy(desc(accessLogs.id))
    .limit(limit);
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

/** Inserts or replaces the verdict on an access. @throws a constraint violation if the access no longer exists */
export function upsertFeedback(db: Database, row: Required<typeof fraudFeedback.$inferInsert>) {
  const { verdict, note, markedBy, markedAt } = row;
  return db
    .insert(fraudFeedback)
    .values(row)
    .onConflictDoUpdate({ target: fraudFeedback.accessLogId, set: { verdict, note, markedBy, markedAt } })
    .returning({ accessLogId: fraudFeedback.accessLogId });
}

/** The verdicts on an event's accesses after a cursor, newest first. */
export function listFeedback(db: Database, eventId: string, before: { at: number; id: string } | null, limit: number) {
  const { accessLogId, verdict, note, markedBy, markedAt } = fraudFeedback;
  return db
    .select({ accessLogId, verdict, note, markedBy, markedByName: users.name, markedAt })
    .from(fraudFeedback)
    .leftJoin(users, eq(users.id, markedBy))
    .where(
      and(
        eq(fraudFeedback.eventId, eventId),
        before === null ? undefined : sql`(${markedAt}, ${accessLogId}) < (${before.at}, ${before.id})`,
      ),
    )
    .orderBy(desc(markedAt), desc(accessLogId))
    .limit(limit);
}
