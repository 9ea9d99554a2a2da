import { and, eq, isNull, type SQL } from "drizzle-orm";
import { aliased } from "../db/aliased.ts";
import type { Database } from "../db/client.ts";
import { ANSWER_OF_GUEST, LINK_OF_GUEST } from "../db/joins.ts";
import { events } from "../db/schema/events.ts";
import { accessTokens, guests } from "../db/schema/guests.ts";
import { rsvps } from "../db/schema/rsvps.ts";
import type { DoorCaller } from "./devices/door-caller.ts";
import { isDeviceActive } from "./devices/queries.ts";
import { EXPECTED_PARTY } from "./insert-queries.ts";

export type DoorGuest = Awaited<ReturnType<typeof findDoorGuest>>[number];

/** A guest with the answer and the current link, as `doorReasons` needs them. */
export function findDoorGuest(db: Database, eventId: string, guestId: string) {
  return db
    .select({
      guest: {
        id: aliased(guests.id, "guest.id"),
        name: guests.name,
        partySize: guests.partySize,
        notes: guests.notes,
        table: guests.tableName,
        tags: guests.tags,
      },
      companions: rsvps.companions,
      response: rsvps.response,
      plusOnes: rsvps.plusOnes,
      seat: rsvps.seat,
      tokenId: accessTokens.id,
      expectedParty: EXPECTED_PARTY.as("expected_party"),
      eventDate: events.eventDate,
      endTime: events.endTime,
      cancelledAt: events.cancelledAt,
    })
    .from(guests)
    .innerJoin(events, and(eq(events.id, guests.eventId), isNull(events.deletedAt)))
    .leftJoin(rsvps, ANSWER_OF_GUEST)
    .leftJoin(accessTokens, LINK_OF_GUEST)
    .where(and(eq(guests.eventId, eventId), eq(guests.id, guestId)))
    .limit(1);
}

/** Condition that a caller's device still works; none for a member. */
export function isActive({ device, eventId }: DoorCaller, now: number): SQL | undefined {
  return device === null ? undefined : isDeviceActive({ eventId, deviceId: device.id }, now);
}
