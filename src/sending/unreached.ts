import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { guests } from "../db/schema/guests.ts";
import type { GuestKey } from "../db/schema/rsvps.ts";
import { DAY_MS } from "../kernel/clock.ts";
import { fitsAsked } from "./asked.ts";
import { countForEvent } from "./budgets.ts";
import { isReached } from "./is-reached.ts";

/**
 * Condition: a confirmation goes to a guest whom no invitation has reached, and who was not counted in the last 24 hours.
 * A host can add any address, take its link and play the guest.
 */
function isNewUnreached({ eventId, guestId }: GuestKey, now: number): SQL {
  return sql`exists (select 1 from ${guests} where ${guests.eventId} = ${eventId} and ${guests.id} = ${guestId}
    and coalesce(${guests.countedAt}, 0) <= ${now - DAY_MS} and not ${isReached()})`;
}

/**
 * Condition: the host has had as many unreached guests as a day allows, and the guest is one more. The limit is at least
 * the number of guests that the tier allows per event, so hosts who hand out their links themselves do not meet it.
 */
export function exceedsUnreached(guest: GuestKey, hostId: SQL, now: number): SQL {
  return sql`(${isNewUnreached(guest, now)} and not ${fitsAsked(hostId, "unreached", now)})`;
}

/** Counts the guest of a confirmation, if the guard is true. Comes before `countReplyingGuest`. Deleting the guest undoes nothing. */
export function countUnreached(db: Database, guest: GuestKey, now: number, guard: SQL) {
  return countForEvent(db, guest.eventId, { kind: "unreached" }, now, sql`${guard} and ${isNewUnreached(guest, now)}`);
}
