import { toWire } from "../../kernel/clock.ts";
import type { LiveEvent } from "./live-event.ts";
import type { Before, listOffered } from "./queries.ts";

/** An offer of a seat as an activity, with its position in the order. */
export function offerEntry({
  guest,
  rsvpId,
  offer,
}: Awaited<ReturnType<typeof listOffered>>[number]): Before & { event: LiveEvent } {
  const event: LiveEvent = {
    type: "waitlist.offered",
    at: toWire(offer.offeredAt),
    guest,
    rsvp_id: rsvpId,
    heads: offer.heads,
    offer_expires_at: toWire(offer.expiresAt),
  };
  return { at: offer.offeredAt, key: `${rsvpId}:offer`, event };
}
