import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { events } from "../db/schema/events.ts";
import { guests } from "../db/schema/guests.ts";
import { countLimit } from "../platform/tiers/limits.ts";
import { byTier } from "../platform/tiers/tier-of.ts";

/**
 * SQL for the number of guests on the list, if it is above the guest limit of the host's tier and the door added the
 * guest of the row above it: such a guest gets no link. Null for all others, for whom nothing more is read. Guests who
 * had a link before a downgrade keep it, so callers ask only about guests without a valid one.
 */
export function tierExcess(eventId: string): SQL<number | null> {
  return sql`iif(${guests.overTier} = 1, ${listAboveTier(eventId)}, null)`;
}

/** Reads the `tierExcess` of a guest. */
export function findTierExcess(db: Database, eventId: string, guestId: string) {
  return db
    .select({ guests: tierExcess(eventId).as("tier_excess") })
    .from(guests)
    .where(and(eq(guests.eventId, eventId), eq(guests.id, guestId)))
    .limit(1);
}

/** Write condition for a first link of a guest whom the door added above the tier's limit: the list fits the tier. */
export function fitsTier(eventId: string): SQL {
  return sql`${listAboveTier(eventId)} is null`;
}

/**
 * The number of guests on the list, or null while the tier allows it. Counts the list, because the stored count may be
 * too high.
 */
function listAboveTier(eventId: string): SQL<number | null> {
  const hostId = sql`(select ${events.hostId} from ${events} where ${events.id} = ${eventId})`;
  const limit = byTier(hostId, {
    free: countLimit("free", "guests"),
    pro: countLimit("pro", "guests"),
    business: countLimit("business", "guests"),
  });
  return sql`(select iif(listed.number > ${limit}, listed.number, null) from (
    select count(*) as number from ${guests} as listed_guest where listed_guest.event_id = ${eventId}) as listed)`;
}
