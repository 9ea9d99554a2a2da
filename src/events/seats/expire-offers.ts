import { eq, isNotNull, sql } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import type { Database } from "../../db/client.ts";
import { events } from "../../db/schema/events.ts";
import { type GuestKey, rsvps } from "../../db/schema/rsvps.ts";
import { IS_OFFERED } from "../../db/standing.ts";
import { toIsoTime } from "../../kernel/clock.ts";
import { log } from "../../kernel/log.ts";
import { seatAt } from "../../kernel/standing.ts";
import { commit, isWritten } from "../../platform/commit/commit.ts";
import { busMessage } from "../../platform/outbox/enqueue.ts";
import { isOpenOffer, returnToWaitlist } from "./seats.ts";

/** Offers of one round: each is a call of the database. */
const MAX_OFFERS = 100;

/**
 * Expires seat offers whose time is over. The RSVP stays without a seat, the guest is emailed, and the seats are
 * offered to the next parties. At a cancelled event, whose offers no guest can answer, the party returns to the
 * waitlist instead. May run late or twice: each offer expires by a conditional write.
 * @returns when the next offer expires (epoch milliseconds), null if none is open
 */
export async function expireOffers(ctx: RequestContext): Promise<number | null> {
  const open = await listDueOffers(ctx.db, MAX_OFFERS + 1);
  const now = ctx.clock.now();
  const due = open.filter(({ expiresAt }) => expiresAt <= now).slice(0, MAX_OFFERS);
  for (const offer of due) {
    try {
      await expireOffer(ctx, offer);
    } catch (error) {
      // The next run retries it. The other offers still expire.
      log("error", "offer_expiry_failed", { event_id: offer.eventId, guest_id: offer.guestId }, error);
    }
  }
  return open[due.length]?.expiresAt ?? null;
}

/**
 * Withdraws a party's offer if its time is over and the Scheduler has not done so yet: a new RSVP or offer is then one of
 * a party without a seat. Not at a cancelled event.
 * @returns true if it was withdrawn, so the caller has to read the RSVP again
 */
export async function withdrawIfOver(
  ctx: RequestContext,
  rsvp: GuestKey & Parameters<typeof seatAt>[0],
): Promise<boolean> {
  const { eventId, guestId, seat, offerExpiresAt } = rsvp;
  // By seat: this is the write that ends the offer.
  if (seat === null || offerExpiresAt === null || seatAt(rsvp, ctx.clock.now()) !== null) return false;
  return expireOffer(ctx, { eventId, guestId, expiresAt: offerExpiresAt, isCancelled: false });
}

/** Withdraws an offer. @returns false, and writes nothing, if the offer has changed since it was read */
async function expireOffer(ctx: RequestContext, offer: DueOffer): Promise<boolean> {
  const { db, clock } = ctx;
  const { eventId, guestId, expiresAt, isCancelled } = offer;
  const expired = { event_id: eventId, guest_id: guestId, expired_at: toIsoTime(expiresAt) };
  const messages = [
    busMessage(ctx, "seat_offer.expired", expired),
    busMessage(ctx, "seats.offer", { event_id: eventId }),
  ];
  const stillCancelled = sql`select 1 from ${events} where ${eq(events.id, eventId)} and ${isNotNull(events.cancelledAt)}`;
  return isWritten(
    commit(ctx, {
      by: "service",
      guard: [
        sql`exists (select 1 from ${rsvps} where ${isOpenOffer(offer)})`,
        sql`exists (${stillCancelled}) = ${Number(isCancelled)}`,
      ],
      changes: { ended: isCancelled ? returnToWaitlist(db, isOpenOffer(offer)) : endOffer(db, offer) },
      messages: isCancelled ? [] : messages,
      at: clock.now(),
      lost: "not_found",
    }),
  );
}

type DueOffer = Awaited<ReturnType<typeof listDueOffers>>[number];

/** Lists expired offers, oldest first. The last row may be an offer that has not expired yet. */
function listDueOffers(db: Database, limit: number) {
  return db
    .select({
      eventId: rsvps.eventId,
      guestId: rsvps.guestId,
      expiresAt: sql<number>`${rsvps.offerExpiresAt}`.as("due_at"),
      isCancelled: sql<number>`${events.cancelledAt} is not null`.mapWith(Boolean).as("is_cancelled"),
    })
    .from(rsvps)
    .innerJoin(events, eq(events.id, rsvps.eventId))
    .where(IS_OFFERED)
    .orderBy(rsvps.offerExpiresAt)
    .limit(limit);
}

/** Expires an offer: the RSVP stays, without a seat. */
function endOffer(db: Database, offer: DueOffer) {
  return db.update(rsvps).set({ seat: null, offerExpiresAt: null, waitlistedAt: null }).where(isOpenOffer(offer));
}
