import { and, asc, eq, gt, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import { aliased } from "../../db/aliased.ts";
import type { Database } from "../../db/client.ts";
import { eventEndsAt } from "../../db/event-window.ts";
import { LINK_OF_GUEST } from "../../db/joins.ts";
import { users } from "../../db/schema/accounts.ts";
import { events } from "../../db/schema/events.ts";
import { accessTokens, guests } from "../../db/schema/guests.ts";
import { budgetOf, fitsBudget, isPaused } from "../../sending/queries.ts";
import { suppressionFor } from "../../sending/suppression-queries.ts";

/** An open invitation of an address. */
export type OpenInvitationRow = Awaited<ReturnType<typeof listOpenInvitations>>[number];

/**
 * The open invitations of an address on a shard, the next event first: of events that take place, are not over and let
 * guests ask. An invitation reached the address by email before, so that a link without an email, made by any account,
 * cannot have one sent to a stranger. The address is not suppressed, and the host has a verified address, is not paused
 * and has budget left.
 */
export function listOpenInvitations(db: Database, emailKey: string, now: number, limit: number) {
  return db
    .select({
      tokenId: accessTokens.id,
      hostId: events.hostId,
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
        // Of the invitation to this very address: a trigger clears it when the address is replaced.
        inArray(guests.deliveryStatus, ["sent", "delivered"]),
        sql`${suppressionFor(sql`${guests.emailKey}`, sql`${events.hostId}`)} is null`,
        isNull(events.deletedAt),
        isNull(events.cancelledAt),
        eq(events.lostLinks, true),
        gt(eventEndsAt(), now),
        eq(users.emailVerified, true),
        sql`not ${isPaused(sql`${events.hostId}`, sql`${events.hostId}`)}`,
        fitsBudget(sql`${events.hostId}`, budgetOf(sql`${events.hostId}`), 1, now),
      ),
    )
    .orderBy(asc(events.eventDate))
    .limit(limit);
}
