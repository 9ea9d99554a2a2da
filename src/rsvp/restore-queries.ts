import { and, asc, eq, gte, ne, type SQL, sql } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { accessLogs } from "../db/schema/access.ts";
import { type GuestKey, rsvpRevisions, rsvps } from "../db/schema/rsvps.ts";
import { REVISION } from "../guests/party.ts";
import type { RsvpRow } from "./queries.ts";

/** Lists the states of an RSVP that were replaced since a time, oldest first. */
export function listReplacedSince(db: Database, { eventId, guestId }: GuestKey, since: number) {
  return db
    .select()
    .from(rsvpRevisions)
    .where(
      and(eq(rsvpRevisions.eventId, eventId), eq(rsvpRevisions.guestId, guestId), gte(rsvpRevisions.replacedAt, since)),
    )
    .orderBy(asc(rsvpRevisions.revision));
}

/** Selects the accesses of a guest's links that submitted an RSVP, or tried to, from this one on. IDs sort by time. */
export function listAnswering(db: Database, { eventId, guestId }: GuestKey, fromId: string) {
  const { at, device, ipAddress, userAgent } = accessLogs;
  return db
    .select({ at, device, ipAddress, userAgent })
    .from(accessLogs)
    .where(
      and(
        eq(accessLogs.eventId, eventId),
        eq(accessLogs.guestId, guestId),
        gte(accessLogs.id, fromId),
        ne(accessLogs.kind, "access"),
      ),
    );
}

/** Condition: the RSVP is unchanged since it was read, or there is still none. */
export function isAnswerAsRead(
  ids: GuestKey,
  rsvp: Pick<RsvpRow, "id" | "editCount" | "hostChangeCount" | "updatedAt"> | null,
): SQL {
  const stored = sql`select 1 from ${rsvps} where ${isRsvpOf(ids)}`;
  if (rsvp === null) return sql`not exists (${stored})`;
  const { id, editCount, hostChangeCount, updatedAt } = rsvp;
  return sql`exists (${stored} and ${rsvps.id} = ${id} and ${REVISION} = ${editCount + hostChangeCount}
    and ${rsvps.updatedAt} = ${updatedAt})`;
}

export function isRsvpOf({ eventId, guestId }: GuestKey) {
  return and(eq(rsvps.eventId, eventId), eq(rsvps.guestId, guestId));
}
