import { and, eq, exists, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import { aliased } from "../../db/aliased.ts";
import type { Database } from "../../db/client.ts";
import { insertWhere } from "../../db/insert-where.ts";
import { isAmong } from "../../db/is-among.ts";
import { users } from "../../db/schema/accounts.ts";
import { events } from "../../db/schema/events.ts";
import { accessTokens, guests } from "../../db/schema/guests.ts";

/** A guest with all that an invitation says, and the valid token or null. */
export type InviteeRow = Awaited<ReturnType<typeof findInvitee>>[number];

export type TokenRow = NonNullable<InviteeRow["token"]>;

export function findInvitee(db: Database, eventId: string, guestId: string) {
  return db
    .select({
      guest: {
        eventId: guests.eventId,
        id: aliased(guests.id, "guest.id"),
        name: aliased(guests.name, "guest.name"),
        email: guests.email,
      },
      event: { name: aliased(events.name, "event.name"), venue: events.venue, eventDate: events.eventDate },
      hostName: users.name,
      token: {
        id: accessTokens.id,
        guestId: accessTokens.guestId,
        utmSource: accessTokens.utmSource,
        createdAt: accessTokens.createdAt,
      },
    })
    .from(guests)
    .innerJoin(events, eq(events.id, guests.eventId))
    .innerJoin(users, eq(users.id, events.hostId))
    .leftJoin(accessTokens, and(isTokenOf(eventId, guestId), isNull(accessTokens.revokedAt)))
    .where(and(eq(guests.eventId, eventId), eq(guests.id, guestId)))
    .limit(1);
}

/** Inserts a token for a guest who has no valid one; returns no row if there is one, or if the guest was deleted. */
export function insertToken(
  db: Database,
  token: {
    id: string;
    eventId: string;
    guestId: string;
    utmSource: string | null;
    createdAt: number;
    notifiedAt: number | null;
  },
) {
  const { eventId, guestId } = token;
  const guest = db
    .select({ id: guests.id })
    .from(guests)
    .where(and(eq(guests.eventId, eventId), eq(guests.id, guestId)));
  const valid = db
    .select({ id: accessTokens.id })
    .from(accessTokens)
    .where(and(isTokenOf(eventId, guestId), isNull(accessTokens.revokedAt)));
  return insertWhere(db, accessTokens, token, sql`exists ${guest} and not exists ${valid}`).returning({
    id: accessTokens.id,
  });
}

/** Inserts a token for each existing guest of the list who has no valid one. One bound value, because D1 binds at most 100. */
export function insertMissingTokens(
  db: Database,
  eventId: string,
  tokens: readonly { id: string; guestId: string }[],
  createdAt: number,
) {
  const guestId = sql`input.value ->> 'guestId'`;
  return db.insert(accessTokens).select(sql`
    select input.value ->> 'id', ${eventId}, ${guestId}, null, 0, ${createdAt}, null, null, null
    from json_each(${JSON.stringify(tokens)}) as input
    where exists (select 1 from ${guests} where ${guests.eventId} = ${eventId} and ${guests.id} = ${guestId})
      and not exists (select 1 from ${accessTokens} where ${accessTokens.eventId} = ${eventId}
        and ${accessTokens.guestId} = ${guestId} and ${accessTokens.revokedAt} is null)`);
}

/** The valid tokens of these guests. */
export function listValidTokens(db: Database, eventId: string, guestIds: readonly string[]) {
  return db
    .select({ id: accessTokens.id, guestId: accessTokens.guestId })
    .from(accessTokens)
    .where(
      and(eq(accessTokens.eventId, eventId), isAmong(accessTokens.guestId, guestIds), isNull(accessTokens.revokedAt)),
    );
}

/** As `markInvited`, for several guests. */
export function markAllInvited(db: Database, eventId: string, guestIds: readonly string[], invitedAt: number) {
  return db
    .update(guests)
    .set({ invitedAt })
    .where(and(eq(guests.eventId, eventId), isNull(guests.invitedAt), isAmong(guests.id, guestIds)));
}

/** Condition for later statements of the batch that inserts the token: it was inserted. */
export function isWritten(tokenId: string): SQL {
  return sql`exists (select 1 from ${accessTokens} where ${accessTokens.id} = ${tokenId})`;
}

/** Revokes the valid token of a guest: its link answers 404. */
export function revokeToken(db: Database, eventId: string, guestId: string, revokedAt: number) {
  return db
    .update(accessTokens)
    .set({ revokedAt })
    .where(and(isTokenOf(eventId, guestId), isNull(accessTokens.revokedAt)));
}

/** Sets the time of a guest's first link. */
export function markInvited(db: Database, eventId: string, guestId: string, invitedAt: number) {
  return db
    .update(guests)
    .set({ invitedAt })
    .where(and(eq(guests.eventId, eventId), eq(guests.id, guestId), isNull(guests.invitedAt)));
}

/** The token, if its link may be mailed again: see `mayMailAgain`. */
export function findMailable(db: Database, tokenId: string, lastBefore: number) {
  return db.select({ id: accessTokens.id }).from(accessTokens).where(mayMailAgain(tokenId, lastBefore));
}

/** `findMailable` as a condition for other statements. */
export function isMailable(db: Database, tokenId: string, lastBefore: number): SQL {
  return exists(findMailable(db, tokenId, lastBefore));
}

/** Sets the time of the last mail, if the link may be mailed again. Last in its batch, because it changes that condition. */
export function markMailed(db: Database, tokenId: string, lastBefore: number, notifiedAt: number) {
  return db.update(accessTokens).set({ notifiedAt }).where(mayMailAgain(tokenId, lastBefore));
}

/** Sets when the last mail was sent: what opens the link soon after may be a mail scanner. */
export function markTokenSent(db: Database, tokenId: string, sentAt: number) {
  return db.update(accessTokens).set({ sentAt }).where(eq(accessTokens.id, tokenId));
}

/** A valid token that was never mailed, was last mailed at or before a time, or before the guest was changed. */
function mayMailAgain(tokenId: string, lastBefore: number) {
  const changedSince = sql`${accessTokens.notifiedAt} < (select ${guests.updatedAt} from ${guests}
    where ${guests.eventId} = ${accessTokens.eventId} and ${guests.id} = ${accessTokens.guestId})`;
  return and(
    eq(accessTokens.id, tokenId),
    isNull(accessTokens.revokedAt),
    or(isNull(accessTokens.notifiedAt), lte(accessTokens.notifiedAt, lastBefore), changedSince),
  );
}

function isTokenOf(eventId: string, guestId: string) {
  return and(eq(accessTokens.eventId, eventId), eq(accessTokens.guestId, guestId));
}
