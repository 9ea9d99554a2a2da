import { and, eq, gt, type Placeholder, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { RequestContext } from "../context.ts";
import type { Database } from "../db/client.ts";
import { insertFrom, placeholdersOf } from "../db/inserts.ts";
import { one } from "../db/one.ts";
import { type Placeholders, prepared } from "../db/prepared-statement.ts";
import { accessLogs } from "../db/schema/access.ts";
import { HOUR_MS, MINUTE_MS } from "../kernel/clock.ts";
import { firstIdOf } from "../kernel/ids.ts";
import type { NewAccessLog } from "./attempt.ts";

/** Accesses of a link in a sliding hour that have a row each. */
const ROWS_AN_HOUR = 60;

/** Time from the first access of a row within which later ones are added to it. */
const FOLDED_WITHIN_MS = 10 * MINUTE_MS;

/** A guest's link: columns of the query, or placeholders. */
type LinkInQuery = Record<"eventId" | "guestId" | "tokenId", SQLWrapper | Placeholder>;

/** The lowest ID of the hour before an access. */
export function hourBefore(at: number): string {
  return firstIdOf(at - HOUR_MS);
}

/**
 * Condition: fewer than `ROWS_AN_HOUR` accesses of a link were logged since an ID, so the next one has a separate row.
 * Reads at most that many rows.
 */
export function hasRoomForRow(link: LinkInQuery, sinceId: Placeholder): SQL {
  return sql`${accessesSince(link, sinceId, ROWS_AN_HOUR)} < ${sql.raw(String(ROWS_AN_HOUR))}`;
}

/** True if a link was used this often in the last hour, or more often. Reads as many rows at most. */
export async function isUsedOften(
  { db, clock }: Pick<RequestContext, "db" | "clock">,
  link: Record<"eventId" | "guestId" | "tokenId", string>,
  accesses: number,
): Promise<boolean> {
  const ofLink = { eventId: sql`${link.eventId}`, guestId: sql`${link.guestId}`, tokenId: sql`${link.tokenId}` };
  const recent = accessesSince(ofLink, sql`${hourBefore(clock.now())}`, accesses);
  const [found] = await db.select({ accesses: sql<number>`${recent}`.as("accesses") }).from(sql`(select 1)`);
  return (found?.accesses ?? 0) >= accesses;
}

/** SQL for the accesses of a link since an ID; at least `max` if there are more. */
function accessesSince(
  { eventId, guestId, tokenId }: LinkInQuery,
  sinceId: SQLWrapper | Placeholder,
  max: number,
): SQL {
  const recent = sql`select ${accessLogs.count} as accesses from ${accessLogs}
    where ${accessLogs.eventId} = ${eventId} and ${accessLogs.guestId} = ${guestId} and ${accessLogs.id} > ${sinceId}
      and ${accessLogs.tokenId} = ${tokenId}
    order by ${accessLogs.id} desc limit ${sql.raw(String(max))}`;
  return sql`(select coalesce(sum(accesses), 0) from (${recent}))`;
}

/** Inserts a log if its link has room for a row. Returns its ID if it did. */
export function insertIfRoom(db: Database, log: NewAccessLog) {
  return INSERT_IF_ROOM(db, { ...log, hourId: hourBefore(log.at) });
}

const INSERT_IF_ROOM = prepared((db, params: Placeholders<NewAccessLog & { hourId: string }>) =>
  insertFrom(db, accessLogs, newRow(params), sql`where ${hasRoomForRow(params, params.hourId)}`).returning({
    id: accessLogs.id,
  }),
);

/**
 * Statements that log an access whose outcome is known. If the link has no room for a row, the access is added to the
 * newest row of its device, provided that this row is recent and in the same band. The row then counts one more and
 * has the highest score. Else the access has its own row.
 * @param isNewDevice whether the client sent no device ID: address and user agent then identify it
 * @param isAssessed whether the engine scored it: an access of a trusted network shares no row with others
 */
export function foldOrInsert(
  db: Database,
  log: NewAccessLog,
  { isNewDevice, isAssessed }: Record<"isNewDevice" | "isAssessed", boolean>,
) {
  const since = { hourId: hourBefore(log.at), windowId: firstIdOf(log.at - FOLDED_WITHIN_MS) };
  const access = { ...log, ...since, isNewDevice: Number(isNewDevice), isAssessed: Number(isAssessed) };
  return { folded: one(FOLD(db, access)), log: INSERT_UNLESS_FOLDED(db, log) };
}

type FoldedAccess = NewAccessLog & Record<"hourId" | "windowId", string> & Record<"isNewDevice" | "isAssessed", number>;

const FOLD = prepared((db, access: Placeholders<FoldedAccess>) => {
  const { id, ipAddress, userAgent, device, score } = accessLogs;
  const isOfGuest = and(eq(accessLogs.eventId, access.eventId), eq(accessLogs.guestId, access.guestId));
  const isOfClient = sql`${ipAddress} is ${access.ipAddress} and ${userAgent} is ${access.userAgent}
    and (${device} is ${access.device} or ${access.isNewDevice})`;
  const ofLink = and(isOfGuest, gt(id, access.windowId), eq(accessLogs.tokenId, access.tokenId));
  const newest = sql`select ${id} from ${accessLogs} where ${ofLink} and ${isOfClient} order by ${id} desc limit 1`;
  const reasons = sql.param(access.reasons, accessLogs.reasons);
  const wasAssessed = sql`${accessLogs.reasons} not in ('["allowlisted"]', '["scoring_disabled"]')`;
  const ofHighest = (column: SQLiteColumn, value: unknown) =>
    sql`iif(${access.score} > ${score}, ${sql.param(value, column)}, ${column})`;
  return db
    .update(accessLogs)
    .set({
      count: sql`${accessLogs.count} + 1`,
      lastAt: sql`${access.at}`,
      reasons: ofHighest(accessLogs.reasons, access.reasons),
      evidence: ofHighest(accessLogs.evidence, access.evidence),
      scoredAt: ofHighest(accessLogs.scoredAt, access.scoredAt),
      score: sql`max(${score}, ${access.score})`,
    })
    .where(
      and(
        isOfGuest,
        sql`${id} = iif(${hasRoomForRow(access, access.hourId)}, null, (${newest}))`,
        sql`${accessLogs.kind} = ${access.kind} and ${accessLogs.automated} = ${sql.param(access.automated, accessLogs.automated)}
          and ${accessLogs.risk} is ${access.risk} and (${wasAssessed}) = ${access.isAssessed}
          and (${access.isAssessed} or ${accessLogs.reasons} = ${reasons})`,
      ),
    )
    .returning({ id });
});

const INSERT_UNLESS_FOLDED = prepared((db, params: Placeholders<NewAccessLog>) =>
  insertFrom(db, accessLogs, newRow(params), sql`where changes() = 0`),
);

/** The cells of a row with one access. */
export function newRow(params: Placeholders<NewAccessLog>) {
  return { ...placeholdersOf(accessLogs, params), id: params.accessLogId, count: 1, lastAt: null };
}
