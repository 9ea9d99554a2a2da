import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { aliased } from "../../db/aliased.ts";
import type { Database } from "../../db/client.ts";
import { isAmong } from "../../db/is-among.ts";
import { users } from "../../db/schema/accounts.ts";
import { events } from "../../db/schema/events.ts";
import { accessTokens, guests } from "../../db/schema/guests.ts";

/** What an event's invitations say of it. */
export type InviterRow = Awaited<ReturnType<typeof findInviter>>[number];

/** A guest with the valid token, if there is one. */
export type BulkInvitee = Awaited<ReturnType<typeof listInvitees>>[number];

/** A token that is to be written. */
export interface TokenToInsert {
  id: string;
  guestId: string;
}

/** D1 binds at most 100 values to a statement; a token takes two, and the four that they share are bound once. */
const TOKENS_IN_STATEMENT = 48;

/** What the invitations to an event say, and who sends them. */
export function findInviter(db: Database, eventId: string) {
  return db
    .select({
      name: aliased(events.name, "event.name"),
      venue: events.venue,
      eventDate: events.eventDate,
      hostName: users.name,
    })
    .from(events)
    .innerJoin(users, eq(users.id, events.hostId))
    .where(eq(events.id, eventId))
    .limit(1);
}

/** The guests of an event, or some of them (null: all), in the order in which they were added. */
export function listInvitees(db: Database, eventId: string, guestIds: readonly string[] | null, limit: number) {
  // A join would look for a second valid token of each guest, which costs a row more; there is none.
  const token = sql`(select json_object('id', token.id, 'createdAt', token.created_at, 'notifiedAt', token.notified_at)
    from ${accessTokens} token where token.event_id = ${eventId} and token.guest_id = guests.id
    and token.revoked_at is null limit 1)`;
  return db
    .select({
      id: guests.id,
      name: guests.name,
      email: guests.email,
      phone: guests.phone,
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
 * Statements that write a token for each of these guests.
 * @throws a constraint violation, and the batch with it, when one has a valid token by now or is gone
 */
export function insertTokens(
  db: Database,
  eventId: string,
  tokens: readonly TokenToInsert[],
  shared: { utmSource: string | null; createdAt: number; notifiedAt: number | null },
) {
  const { utmSource, createdAt, notifiedAt } = shared;
  const count = Math.ceil(tokens.length / TOKENS_IN_STATEMENT);
  return Array.from({ length: count }, (_, index) => {
    const part = tokens.slice(index * TOKENS_IN_STATEMENT, (index + 1) * TOKENS_IN_STATEMENT);
    // Values and not json_each, because that is billed as a table that is read.
    const rows = part.map(({ id, guestId }) => sql`(${id}, ${guestId})`);
    return db.insert(accessTokens).select(sql`select column1, ${eventId}, column2, ${utmSource}, 0, ${createdAt},
      ${notifiedAt}, null, null from (values ${sql.join(rows, sql`, `)})`);
  });
}

/**
 * Notes that the first mails with these links are on their way.
 * @throws a constraint violation, and the batch with it, when one of them was mailed or revoked by now
 */
export function markFirstMails(db: Database, eventId: string, tokenIds: readonly string[], notifiedAt: number) {
  const stillOwed = and(isNull(accessTokens.notifiedAt), isNull(accessTokens.revokedAt));
  return db
    .update(accessTokens)
    .set({ notifiedAt, createdAt: sql`case when ${stillOwed} then ${accessTokens.createdAt} end` })
    .where(and(eq(accessTokens.eventId, eventId), isAmong(accessTokens.id, tokenIds)));
}
