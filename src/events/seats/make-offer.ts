import type { SQL } from "drizzle-orm";
import { and, sql } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import type { NamedStatements } from "../../db/batch.ts";
import type { Database } from "../../db/client.ts";
import { rsvps, seatOffers } from "../../db/schema/rsvps.ts";
import { HOUR_MS, toWire } from "../../kernel/clock.ts";
import { eventWindow } from "../../kernel/event-window.ts";
import { publishLiveEvents } from "../../platform/activities/publish-live-events.ts";
import { busMessage, enqueue } from "../../platform/outbox/enqueue.ts";
import { isAnswerOf, type OfferToInsert, type Party, SEATLESS } from "./seats.ts";

/** What decides how long an offer stands. Times in epoch milliseconds. */
export interface OfferTimes {
  offerHours: number;
  eventDate: number;
  endTime: number | null;
}

/** A condition of the batch, as queries make them. */
type Guard = Parameters<typeof offerSeat>[2];

/** An offer, and the statements that make it. */
export interface Offer {
  offer: OfferToInsert;
  /** They write nothing when the guard does not hold; `offered` has a row when it did. */
  statements: NamedStatements & { offered: ReturnType<typeof offerSeat> };
  /** Call after the commit when the offer was made: sends the guest's mail and tells the monitors. */
  publish(heads: number): void;
}

/**
 * Offers a party its seats: the answer holds them until the offer runs out, the guest is told by mail. What runs in the
 * batch before these statements must not change whether the guard holds.
 * @param offeredBy the member who offers out of turn, or null
 */
export function makeOffer(
  ctx: RequestContext,
  eventId: string,
  party: Party,
  { guard, offeredBy = null }: { guard: Guard; offeredBy?: string | null },
): Offer {
  const { db, clock } = ctx;
  const now = clock.now();
  const { guest } = party;
  const offer = { eventId, guestId: guest.id, offeredAt: now, expiresAt: offerExpiry(party, now), offeredBy };
  const expiresAt = toWire(offer.expiresAt);
  const mail = enqueue(
    ctx,
    [busMessage(ctx, "seat_offer.send", { event_id: eventId, guest_id: guest.id, expires_at: expiresAt })],
    guard,
  );
  return {
    offer,
    statements: {
      mail: mail.statements,
      recorded: insertOffer(db, offer, guard),
      offered: offerSeat(db, offer, guard),
    },
    publish(heads) {
      const answer = { rsvp_id: party.rsvpId ?? "", heads, offer_expires_at: expiresAt };
      const event = { type: "waitlist.offered" as const, at: toWire(now), guest, ...answer };
      mail.publishAfterResponse(() => publishLiveEvents(ctx, [{ eventId, event }]));
    },
  };
}

/** When an offer that is made now runs out: after the host's hours, at the latest when the event ends. */
function offerExpiry(times: OfferTimes, now: number): number {
  return Math.min(now + times.offerHours * HOUR_MS, eventWindow(times).endsAt);
}

/** Records an offer if the guard holds. Comes before `offerSeat` in its batch. */
function insertOffer(db: Database, { eventId, guestId, ...offer }: OfferToInsert, guard: SQL) {
  return db.insert(seatOffers).select(sql`
    select ${rsvps.eventId}, ${rsvps.guestId}, ${offer.offeredAt}, ${offer.expiresAt}, ${rsvps.heads}, ${offer.offeredBy}
    from ${rsvps} where ${and(isAnswerOf(eventId, guestId), guard)}`);
}

/** Holds the heads of a party for the time of the offer, if the guard holds; no row otherwise. */
function offerSeat(db: Database, { eventId, guestId, expiresAt }: OfferToInsert, guard: SQL) {
  return db
    .update(rsvps)
    .set({ seat: "offered", offerExpiresAt: expiresAt })
    .where(and(isAnswerOf(eventId, guestId), SEATLESS, guard))
    .returning({ heads: rsvps.heads });
}
