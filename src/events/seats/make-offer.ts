import { and, type SQL, sql } from "drizzle-orm";
import type { BusMessage } from "../../../proto/bus/messages.ts";
import type { RequestContext } from "../../context.ts";
import type { Database } from "../../db/client.ts";
import { insertFrom } from "../../db/inserts.ts";
import { one } from "../../db/one.ts";
import { outbox } from "../../db/schema/messages.ts";
import { rsvps, seatOffers } from "../../db/schema/rsvps.ts";
import { toIsoTime } from "../../kernel/clock.ts";
import { offerExpiry } from "../../kernel/offer-expiry.ts";
import type { PendingLiveEvent } from "../../platform/activities/publish-live-events.ts";
import { busMessage } from "../../platform/outbox/enqueue.ts";
import { isAnswerOf, type OfferToInsert, type Party, SEATLESS } from "./seats.ts";

/** An offer with its statements, the guest's email and the activity for monitors. */
interface Offer {
  offer: OfferToInsert;
  /** Condition: the row of the email is in the outbox. */
  isQueued: SQL;
  /** `offered` is a row if they wrote. */
  statements: { recorded: ReturnType<typeof insertOffer>; offered: ReturnType<typeof offerSeat> };
  mail: BusMessage;
  activity(heads: number): PendingLiveEvent;
}

/**
 * Offers a party its seats: reserves them until the offer expires, and emails the guest.
 * @param offeredBy the member who offers out of turn, or null
 * @param isAutomatic whether the party's turn has come: the statements write only if the row of the email is in the
 *   outbox
 */
export function makeOffer(
  { db, clock }: RequestContext,
  eventId: string,
  party: Party,
  { offeredBy = null, isAutomatic = false }: { offeredBy?: string | null; isAutomatic?: boolean },
): Offer {
  const now = clock.now();
  const { guest } = party;
  // Stored with the offer, so a guest can rely on it if the event or its `offer_hours` change.
  const offer = { eventId, guestId: guest.id, offeredAt: now, expiresAt: offerExpiry(party, now), offeredBy };
  const expiresAt = toIsoTime(offer.expiresAt);
  const mail = busMessage({ clock }, "seat_offer.send", {
    event_id: eventId,
    guest_id: guest.id,
    expires_at: expiresAt,
    // Its batch or its request counts the email in the host's budget.
    reserved: true,
  });
  const isQueued = sql`exists (select 1 from ${outbox} where ${outbox.id} = ${mail.id})`;
  const guard = isAutomatic ? isQueued : undefined;
  return {
    offer,
    isQueued,
    mail,
    statements: { recorded: insertOffer(db, offer, guard), offered: offerSeat(db, offer, guard) },
    activity(heads) {
      const answer = { rsvp_id: party.rsvpId ?? "", heads, offer_expires_at: expiresAt };
      return { eventId, event: { type: "waitlist.offered", at: toIsoTime(now), guest, ...answer } };
    },
  };
}

/** Records an offer if the write condition is true. Run before `offerSeat` in its batch. */
function insertOffer(db: Database, { eventId, guestId, ...offer }: OfferToInsert, guard?: SQL) {
  const from = sql`from ${rsvps} where ${and(isAnswerOf(eventId, guestId), guard)}`;
  return insertFrom(db, seatOffers, { eventId, guestId, ...offer, heads: rsvps.heads }, from);
}

/**
 * Reserves the seats of a party for the time of the offer, if the write condition is true. Otherwise returns no row.
 */
function offerSeat(db: Database, { eventId, guestId, expiresAt }: OfferToInsert, guard?: SQL) {
  return one(
    db
      .update(rsvps)
      .set({ seat: "offered", offerExpiresAt: expiresAt })
      .where(and(isAnswerOf(eventId, guestId), SEATLESS, guard))
      .returning({ heads: rsvps.heads }),
  );
}
