import { and, eq, isNull, sql } from "drizzle-orm";
import { aliased } from "../db/aliased.ts";
import type { Database } from "../db/client.ts";
import { insertFrom } from "../db/inserts.ts";
import { isAmong } from "../db/lists.ts";
import { users } from "../db/schema/accounts.ts";
import { events } from "../db/schema/events.ts";
import { accessTokens, guests } from "../db/schema/guests.ts";
import { deliveries } from "../db/schema/messages.ts";
import { shownName } from "../db/shown-name.ts";
import { DAY_MS } from "../kernel/clock.ts";
import { pack } from "../kernel/pack.ts";
import { isMailboxFull } from "../sending/mailbox-cap.ts";
import { suppressionFor } from "../sending/suppression-queries.ts";
import { type MailDecision, SUPPRESSIONS } from "./mail-decision.ts";
import { tierExcess } from "./tier-excess.ts";

/** A guest with all that an invitation says, and the valid token or null. */
export type InviteeRow = Awaited<ReturnType<typeof findInvitee>>[number];

export type TokenRow = NonNullable<InviteeRow["token"]>;

/** A token as a request answers it. */
export type IssuedToken = Pick<TokenRow, "id" | "guestId" | "utmSource" | "createdAt">;

type TokenToInsert = Pick<TokenRow, "id" | "guestId">;

/** D1 binds at most 100 values to a statement: two for each token, four for all of them. */
const TOKENS_PER_STATEMENT = 48;

/** A guest with the valid token, and what decides about an email. An address that replaced another has had none yet. */
export function findInvitee(db: Database, eventId: string, guestId: string, now: number) {
  const recent = sql`(select json_group_array(${deliveries.createdAt}) from ${deliveries}
    where ${deliveries.eventId} = ${eventId} and ${deliveries.guestId} = ${guestId}
      and ${deliveries.kind} = 'invitation' and ${deliveries.createdAt} > ${now - DAY_MS}
      and ${deliveries.status} <> 'suppressed' and ${deliveries.status} <> 'failed'
      and ${guests.mailedAt} is not null)`;
  return db
    .select({
      guest: {
        eventId: guests.eventId,
        id: aliased(guests.id, "guest.id"),
        name: aliased(guests.name, "guest.name"),
        email: guests.email,
        mailedAt: guests.mailedAt,
        deliveryStatus: guests.deliveryStatus,
      },
      overTier: guests.overTier,
      tierExcess: tierExcess(eventId).as("tier_excess"),
      suppression: suppressionFor("host", sql`${guests.emailKey}`, sql`${events.hostId}`).as("suppression"),
      isMailboxFull: isMailboxFull(sql`${events.hostId}`, now).mapWith(Boolean).as("is_mailbox_full"),
      recent: recent.mapWith((list: string) => JSON.parse(list) as number[]).as("recent"),
      event: {
        name: aliased(events.name, "event.name"),
        venue: events.venue,
        eventDate: events.eventDate,
        endTime: events.endTime,
        cancelledAt: events.cancelledAt,
      },
      hostName: shownName(),
      token: {
        id: accessTokens.id,
        guestId: accessTokens.guestId,
        utmSource: accessTokens.utmSource,
        createdAt: accessTokens.createdAt,
        notifiedAt: accessTokens.notifiedAt,
        sentAt: accessTokens.sentAt,
      },
    })
    .from(guests)
    .innerJoin(events, eq(events.id, guests.eventId))
    .innerJoin(users, eq(users.id, events.hostId))
    .leftJoin(accessTokens, and(isTokenOf(eventId, guestId), isNull(accessTokens.revokedAt)))
    .where(and(eq(guests.eventId, eventId), eq(guests.id, guestId)))
    .limit(1);
}

/**
 * Statements that insert a token for each guest.
 * @throws a constraint violation, which fails the batch, if a guest has a valid token by now or was deleted
 */
export function insertTokens(
  db: Database,
  eventId: string,
  tokens: readonly TokenToInsert[],
  shared: { utmSource: string | null; createdAt: number; notifiedAt: number | null },
) {
  const { utmSource, createdAt, notifiedAt } = shared;
  return pack(tokens, TOKENS_PER_STATEMENT).map((part) => {
    // VALUES and not json_each, whose rows are billed as rows read.
    const rows = part.map(({ id, guestId }) => sql`(${id}, ${guestId})`);
    const ids = { id: sql`column1`, guestId: sql`column2` };
    const cells = { ...ids, eventId, utmSource, used: sql`0`, createdAt, notifiedAt };
    return insertFrom(db, accessTokens, cells, sql`from (values ${sql.join(rows, sql`, `)})`);
  });
}

/** Revokes the valid token of a guest: its link answers 404. */
export function revokeToken(db: Database, eventId: string, guestId: string, revokedAt: number) {
  return db
    .update(accessTokens)
    .set({ revokedAt })
    .where(and(isTokenOf(eventId, guestId), isNull(accessTokens.revokedAt)));
}

/**
 * Sets the time of the first link of each of these guests, by link: a later one does not change it. Not for a guest who
 * gets no link. In the value, because a condition with a subquery reads each row twice.
 */
export function markInvited(db: Database, eventId: string, guestIds: readonly string[], invitedAt: number) {
  return db
    .update(guests)
    .set({ invitedAt: sql`iif(${tierExcess(eventId)} is null, ${invitedAt}, null)` })
    .where(and(eq(guests.eventId, eventId), isNull(guests.invitedAt), isAmong(guests.id, guestIds)));
}

/** Sets that invitations to these guests are on their way, and the time of the first link of each. */
export function markQueued(db: Database, eventId: string, guestIds: readonly string[], now: number) {
  return db
    .update(guests)
    .set({
      invitedAt: sql`coalesce(${guests.invitedAt}, ${now})`,
      mailedAt: now,
      deliveryStatus: "queued",
      deliveryReason: null,
      deliveryAt: now,
    })
    .where(and(eq(guests.eventId, eventId), isAmong(guests.id, guestIds)));
}

/**
 * Shows for these guests that an invitation was requested and not sent, because their address is suppressed. The
 * previous status, such as `sent`, was of an earlier email.
 */
export function showRefused(
  db: Database,
  eventId: string,
  guestsToShow: readonly { id: string; mail: Pick<MailDecision, "reason"> }[],
  now: number,
) {
  return SUPPRESSIONS.flatMap((reason) => {
    const ids = guestsToShow.filter(({ mail }) => mail.reason === reason).map(({ id }) => id);
    if (ids.length === 0) return [];
    const status = reason === "unsubscribed" ? "suppressed" : reason;
    return [
      db
        .update(guests)
        .set({ deliveryStatus: status, deliveryReason: reason, deliveryAt: now })
        .where(and(eq(guests.eventId, eventId), isAmong(guests.id, ids))),
    ];
  });
}

/** Sets the time of the last email, because a mail scanner may open the link soon after. */
export function markTokenSent(db: Database, tokenId: string, sentAt: number) {
  return db.update(accessTokens).set({ sentAt }).where(eq(accessTokens.id, tokenId));
}

function isTokenOf(eventId: string, guestId: string) {
  return and(eq(accessTokens.eventId, eventId), eq(accessTokens.guestId, guestId));
}
