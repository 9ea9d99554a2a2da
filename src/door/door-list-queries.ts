import { and, eq, isNull } from "drizzle-orm";
import { aliased } from "../db/aliased.ts";
import type { Database } from "../db/client.ts";
import { ANSWER_OF_GUEST, CHECK_IN_OF_GUEST, LINK_OF_GUEST } from "../db/joins.ts";
import { users } from "../db/schema/accounts.ts";
import { checkIns } from "../db/schema/check-ins.ts";
import { doorDevices } from "../db/schema/door-devices.ts";
import { accessTokens, guests } from "../db/schema/guests.ts";
import { rsvps } from "../db/schema/rsvps.ts";
import { EXPECTED_PARTY } from "./insert-queries.ts";

export type ListedGuest = Awaited<ReturnType<typeof listDoorGuests>>[number];

/** All guests of an event as a scanner needs them without a network: answer, seat, current link and check-in. */
export function listDoorGuests(db: Database, eventId: string) {
  return db
    .select({
      id: aliased(guests.id, "guest.id"),
      name: aliased(guests.name, "guest.name"),
      table: guests.tableName,
      tags: guests.tags,
      companions: rsvps.companions,
      response: rsvps.response,
      seat: rsvps.seat,
      expectedParty: EXPECTED_PARTY.as("expected_party"),
      tokenId: aliased(accessTokens.id, "token.id"),
      checkInId: aliased(checkIns.id, "check_in.id"),
      checkedInAt: checkIns.checkedInAt,
      arrivalCount: checkIns.arrivalCount,
      byName: aliased(users.name, "by.name"),
      door: aliased(doorDevices.name, "door.name"),
    })
    .from(guests)
    .leftJoin(rsvps, ANSWER_OF_GUEST)
    .leftJoin(accessTokens, LINK_OF_GUEST)
    .leftJoin(checkIns, CHECK_IN_OF_GUEST)
    .leftJoin(users, eq(users.id, checkIns.checkedInBy))
    .leftJoin(doorDevices, isDoorOf())
    .where(eq(guests.eventId, eventId))
    .orderBy(guests.id);
}

/** Condition: the named device recorded the check-in. */
function isDoorOf() {
  return and(
    eq(doorDevices.eventId, checkIns.eventId),
    eq(doorDevices.id, checkIns.deviceId),
    isNull(doorDevices.expiresAt),
  );
}
