import { and, eq, gt, isNull, type SQL, sql } from "drizzle-orm";
import { abortUnless } from "../db/abort-unless.ts";
import type { Database } from "../db/client.ts";
import { eventEndsAt } from "../db/event-window.ts";
import { checkIns } from "../db/schema/check-ins.ts";
import { events } from "../db/schema/events.ts";
import { accessTokens } from "../db/schema/guests.ts";
import { rsvpRevisions, rsvps } from "../db/schema/rsvps.ts";

/** The offer that a guest answers, and the link by which. */
export interface OfferTarget {
  eventId: string;
  guestId: string;
  tokenId: string;
  /** Epoch milliseconds. */
  now: number;
}

/**
 * Condition: the guest's offer is open. The link is not revoked, the event is on and not over, nobody of the party has
 * arrived, and the offer has not run out.
 */
function isOfferOpen({ eventId, guestId, tokenId, now }: OfferTarget): SQL {
  const arrived = and(eq(checkIns.eventId, eventId), eq(checkIns.guestId, guestId));
  const isOpen = and(
    eq(accessTokens.id, tokenId),
    isNull(accessTokens.revokedAt),
    isNull(events.deletedAt),
    isNull(events.cancelledAt),
    sql`${now} < ${eventEndsAt()}`,
    sql`not exists (select 1 from ${checkIns} where ${arrived})`,
    isOffered({ eventId, guestId, now }),
  );
  return sql`exists (select 1 from ${accessTokens}
    inner join ${events} on ${eq(events.id, accessTokens.eventId)}
    inner join ${rsvps} on ${and(eq(rsvps.eventId, accessTokens.eventId), eq(rsvps.guestId, accessTokens.guestId))}
    where ${isOpen})`;
}

/** Aborts the batch unless the guest's offer is open. Its first statement. */
export function requireOffer(db: Database, target: OfferTarget) {
  return abortUnless(db, isOfferOpen(target));
}

/** Makes an offered seat the guest's own. */
export function confirmSeat(db: Database, target: OfferTarget) {
  return db
    .update(rsvps)
    .set({ seat: "confirmed", waitlistedAt: null, offerExpiresAt: null, updatedAt: target.now })
    .where(isOffered(target));
}

/** Stores the answer that declining an offer replaces. Comes before `declineSeat` in its batch. */
export function insertDeclinedRevision(db: Database, target: OfferTarget) {
  return db.insert(rsvpRevisions).select(sql`
    select ${rsvps.eventId}, ${rsvps.guestId}, ${rsvps.editCount} + ${rsvps.hostChangeCount}, ${rsvps.response},
      ${rsvps.plusOnes}, ${rsvps.updatedAt}, ${target.now}, ${rsvps.editCount}, 'guest', ${rsvps.companions},
      ${rsvps.answers}, ${rsvps.answeredBy}, ${rsvps.seat}
    from ${rsvps} where ${isOffered(target)}`);
}

/** Gives an offered seat back: the guest does not come. Counts as a change, and not as one of the guest's edits. */
export function declineSeat(db: Database, target: OfferTarget) {
  return db
    .update(rsvps)
    .set({
      response: "declined",
      plusOnes: 0,
      companions: [],
      answeredBy: "guest",
      heads: 0,
      seat: null,
      waitlistedAt: null,
      offerExpiresAt: null,
      hostChangeCount: sql`${rsvps.hostChangeCount} + 1`,
      updatedAt: target.now,
    })
    .where(isOffered(target));
}

function isOffered({ eventId, guestId, now }: Omit<OfferTarget, "tokenId">): SQL | undefined {
  return and(
    eq(rsvps.eventId, eventId),
    eq(rsvps.guestId, guestId),
    sql`${rsvps.seat} = 'offered'`,
    gt(rsvps.offerExpiresAt, now),
  );
}
