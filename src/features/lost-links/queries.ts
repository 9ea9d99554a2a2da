import { and, asc, eq, gt, isNotNull, isNull, sql } from "drizzle-orm";
import { aliased } from "../../db/aliased.ts";
import type { Database } from "../../db/client.ts";
import { LINK_OF_GUEST } from "../../db/joins.ts";
import { users } from "../../db/schema/accounts.ts";
import { events } from "../../db/schema/events.ts";
import { accessTokens, guests } from "../../db/schema/guests.ts";
import { isPaused } from "../sending/queries.ts";

/** An open invitation of an address. */
export type OpenInvitationRow = Awaited<ReturnType<typeof listOpenInvitations>>[number];

/**
 * The open invitations of an address on a shard, the next event first: of events that take place, are not over and let
 * guests ask. The host has a verified address and may send mails: by this mail, too, an event's name reaches strangers.
 */
export function listOpenInvitations(db: Database, emailKey: string, now: number, limit: number) {
  return db
    .select({
      tokenId: accessTokens.id,
      /** Null: the address got no invitation by mail yet. */
      sentAt: accessTokens.sentAt,
      address: sql<string>`${guests.email}`.as("address"),
      name: aliased(events.name, "event.name"),
      venue: events.venue,
      eventDate: events.eventDate,
      timezone: events.timezone,
      locale: sql<string>`coalesce(${guests.locale}, ${events.locale})`.as("locale"),
      hostName: aliased(users.name, "host.name"),
    })
    .from(guests)
    .innerJoin(events, eq(events.id, guests.eventId))
    .innerJoin(users, eq(users.id, events.hostId))
    .innerJoin(accessTokens, LINK_OF_GUEST)
    .where(
      and(
        eq(guests.emailKey, emailKey),
        isNotNull(guests.emailKey),
        isNull(events.deletedAt),
        isNull(events.cancelledAt),
        eq(events.lostLinks, true),
        gt(sql`coalesce(${events.endTime}, ${events.eventDate})`, now),
        eq(users.emailVerified, true),
        sql`not ${isPaused(sql`${events.hostId}`, sql`${events.hostId}`)}`,
      ),
    )
    .orderBy(asc(events.eventDate))
    .limit(limit);
}
