import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { aliased } from "../db/aliased.ts";
import type { Database } from "../db/client.ts";
import { isAmong } from "../db/lists.ts";
import { users } from "../db/schema/accounts.ts";
import { events } from "../db/schema/events.ts";
import { accessTokens, guests } from "../db/schema/guests.ts";
import { suppressionFor } from "../sending/suppression-queries.ts";

/** What the invitations of an event say about it. */
export type InviterRow = Awaited<ReturnType<typeof findInviter>>[number];

/** A guest with the valid token, or null. */
export type BulkInvitee = Awaited<ReturnType<typeof listInvitees>>[number];

/** What the invitations of an event say about it and its host. */
export function findInviter(db: Database, eventId: string) {
  return db
    .select({
      name: aliased(events.name, "event.name"),
      venue: events.venue,
      eventDate: events.eventDate,
      endTime: events.endTime,
      cancelledAt: events.cancelledAt,
      hostName: users.name,
    })
    .from(events)
    .innerJoin(users, eq(users.id, events.hostId))
    .where(eq(events.id, eventId))
    .limit(1);
}

/** The guests of an event, or some of them (null: all), in the order in which they were added. */
export function listInvitees(db: Database, eventId: string, guestIds: readonly string[] | null, limit: number) {
  // A join would read one row more for each guest, in search of a second valid token.
  const token = sql`(select json_object('id', token.id, 'createdAt', token.created_at, 'notifiedAt', token.notified_at)
    from ${accessTokens} token where token.event_id = ${eventId} and token.guest_id = guests.id
    and token.revoked_at is null limit 1)`;
  const hostId = sql`(select ${events.hostId} from ${events} where ${events.id} = ${eventId})`;
  return db
    .select({
      id: guests.id,
      name: guests.name,
      email: guests.email,
      phone: guests.phone,
      mailedAt: guests.mailedAt,
      deliveryStatus: guests.deliveryStatus,
      suppression: suppressionFor(sql`${guests.emailKey}`, hostId).as("suppression"),
      token: token.mapWith(
        (text: string) => JSON.parse(text) as { id: string; createdAt: number; notifiedAt: number | null },
      ),
    })
    .from(guests)
    .where(and(eq(guests.eventId, eventId), guestIds === null ? undefined : isAmong(guests.id, guestIds)))
    .orderBy(asc(guests.id))
    .limit(limit);
}

/**
 * Sets the time of the first mail of these tokens.
 * @throws a constraint violation, which fails the batch, if one of them was mailed or revoked by now
 */
export function markFirstMails(db: Database, eventId: string, tokenIds: readonly string[], notifiedAt: number) {
  const isUnmailed = and(isNull(accessTokens.notifiedAt), isNull(accessTokens.revokedAt));
  return db
    .update(accessTokens)
    .set({ notifiedAt, createdAt: sql`case when ${isUnmailed} then ${accessTokens.createdAt} end` })
    .where(and(eq(accessTokens.eventId, eventId), isAmong(accessTokens.id, tokenIds)));
}
