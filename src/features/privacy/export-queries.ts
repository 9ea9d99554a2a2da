import { and, asc, eq, getTableColumns, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "../../db/client.ts";
import { accessLogCounts, accessLogs, fraudFeedback } from "../../db/schema/access.ts";
import { subscriptions } from "../../db/schema/billing.ts";
import { checkIns } from "../../db/schema/check-ins.ts";
import { collaboratorInvites, eventAllowlist, eventBranding, eventCollaborators } from "../../db/schema/events.ts";
import { accessTokens, guests } from "../../db/schema/guests.ts";
import { deliveries, messageDeliveries, messages } from "../../db/schema/messages.ts";
import { auditRecords, uploads } from "../../db/schema/platform.ts";
import { rsvpRevisions, rsvps } from "../../db/schema/rsvps.ts";

/** Rows that belong into an export, read in the order of a key that an index holds. */
export interface Exported {
  table: SQLiteTable;
  where: SQL | undefined;
  /** Names of the columns by which the rows are ordered, and each is told from all others. */
  key: readonly string[];
}

/** Columns that are no data but how something is recognised, or that only serve a search. */
const HIDDEN: ReadonlySet<string> = new Set(["tokenHash", "recipientHash", "dedupeKey", "emailKey", "nameKey"]);

/** A section of an export by its name: what it is made of, for some events or for one person. */
type Sections<Owner> = Record<string, (owner: Owner) => Exported[]>;

/** What is kept of a user beside the events, with the account. The account itself is read with the session. */
export const SECTIONS_OF_USER: Sections<string> = {
  notifications: (userId) => [{ table: deliveries, where: eq(deliveries.userId, userId), key: ["id"] }],
  subscriptions: (userId) => [
    { table: subscriptions, where: eq(subscriptions.userId, userId), key: ["providerSubscriptionId"] },
  ],
  uploads: (userId) => [{ table: uploads, where: eq(uploads.userId, userId), key: ["file"] }],
};

/** What is kept of a user beside each event, whoever's it is. */
export const SECTIONS_OF_MEMBER: Sections<string> = {
  memberships: (userId) => [
    { table: eventCollaborators, where: eq(eventCollaborators.userId, userId), key: ["eventId"] },
  ],
};

/** What is kept of events and their guests. */
export const SECTIONS_OF_EVENTS: Sections<readonly string[]> = {
  guests: (ids) => [of(guests, ids, "id")],
  tokens: (ids) => [of(accessTokens, ids, "guestId", "id")],
  rsvps: (ids) => [of(rsvps, ids, "guestId")],
  access_logs: (ids) => [of(accessLogs, ids, "id")],
  notifications: (ids) => [
    also(of(deliveries, ids, "guestId", "id"), isNotNull(deliveries.guestId)),
    also(of(deliveries, ids, "id"), isNull(deliveries.guestId)),
    of(messageDeliveries, ids, "messageId", "guestId"),
  ],
  rsvp_revisions: (ids) => [of(rsvpRevisions, ids, "guestId", "revision")],
  access_log_counts: (ids) => [of(accessLogCounts, ids, "day", "kind", "automated", "risk", "score")],
  feedback: (ids) => [of(fraudFeedback, ids, "markedAt", "accessLogId")],
  check_ins: (ids) => [of(checkIns, ids, "guestId")],
  messages: (ids) => [of(messages, ids, "id")],
  branding: (ids) => [of(eventBranding, ids)],
  allowlist: (ids) => [of(eventAllowlist, ids, "ipCidr")],
  collaborators: (ids) => [of(eventCollaborators, ids, "userId")],
  pending_invites: (ids) => [also(of(collaboratorInvites, ids, "emailKey"), isNull(collaboratorInvites.acceptedAt))],
  audit: (ids) => [of(auditRecords, ids, "id")],
};

/** What is kept of one guest of an event. */
export const SECTIONS_OF_GUEST: Sections<{ eventId: string; guestId: string }> = {
  tokens: (guest) => [theirs(accessTokens, guest, "id")],
  rsvps: (guest) => [theirs(rsvps, guest, "id")],
  rsvp_revisions: (guest) => [theirs(rsvpRevisions, guest, "revision")],
  access_logs: (guest) => [theirs(accessLogs, guest, "id")],
  feedback: (guest) => {
    const logs = sql`(select ${accessLogs.id} from ${accessLogs}
      where ${accessLogs.eventId} = ${guest.eventId} and ${accessLogs.guestId} = ${guest.guestId})`;
    return [{ table: fraudFeedback, where: sql`${fraudFeedback.accessLogId} in ${logs}`, key: ["accessLogId"] }];
  },
  check_ins: (guest) => [theirs(checkIns, guest, "id")],
  notifications: (guest) => {
    // By the event's messages, of which there are few: the rows have no index by guest.
    const ofEvent = sql`(select ${messages.id} from ${messages} where ${messages.eventId} = ${guest.eventId})`;
    const sent = sql`${messageDeliveries.messageId} in ${ofEvent}`;
    return [theirs(deliveries, guest, "id"), also(theirs(messageDeliveries, guest, "messageId"), sent)];
  },
};

/** A page of rows that come after one, as they may leave: without hashes. @param after the last row of the page before */
export async function readRows(
  db: Database,
  { table, where, key }: Exported,
  after: Record<string, unknown> | null,
  limit: number,
): Promise<Record<string, unknown>[]> {
  const columns = getTableColumns(table);
  const ordered = key.flatMap((name) => columns[name] ?? []);
  const rows = await db
    .select(columns)
    .from(table)
    .where(and(where, after === null ? undefined : comesAfter(ordered, key, after)))
    .orderBy(...ordered.map((column) => asc(column)))
    .limit(limit);
  return rows;
}

/** A row without what is no data of anybody's. */
export function shown(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !HIDDEN.has(name)));
}

function comesAfter(columns: readonly SQLiteColumn[], key: readonly string[], row: Record<string, unknown>): SQL {
  const names = sql.join([...columns], sql`, `);
  const values = columns.map((column, index) => sql.param(row[key[index] ?? ""], column));
  return sql`(${names}) > (${sql.join(values, sql`, `)})`;
}

/** The rows of some events. One event is asked for by itself, so that an index gives the order. */
function of<T extends SQLiteTable & { eventId: SQLiteColumn }>(
  table: T,
  ids: readonly string[],
  ...key: string[]
): Exported {
  const [only] = ids;
  const where =
    ids.length === 1 && only !== undefined
      ? eq(table.eventId, only)
      : sql`${table.eventId} in (select value from json_each(${JSON.stringify(ids)}))`;
  return { table, where, key: ["eventId", ...key] };
}

function theirs<T extends SQLiteTable & { eventId: SQLiteColumn; guestId: SQLiteColumn }>(
  table: T,
  { eventId, guestId }: { eventId: string; guestId: string },
  key: string,
): Exported {
  return { table, where: and(eq(table.eventId, eventId), eq(table.guestId, guestId)), key: [key] };
}

function also(exported: Exported, condition: SQL): Exported {
  return { ...exported, where: and(exported.where, condition) };
}
