import type { BusMessage } from "../../../proto/bus/messages.ts";
import type { RequestContext } from "../../request-context.ts";
import { linkFor } from "../invitations/guest-link.ts";
import type { Draft, MailKind } from "./draft.ts";
import { brandOf, eventFacts, type ReachableGuest, resolveRecipient } from "./guest-recipient.ts";
import { findGuestRecipient } from "./queries.ts";
import { type AnswerSeat, findAnswerSeat } from "./seat-queries.ts";
import { offerExpired } from "./templates/offer-expired.ts";
import { seatOffer } from "./templates/seat-offer.ts";
import { waitlisted } from "./templates/waitlisted.ts";

/** The offer of a seat, while it is open. One that was answered, or has run out, is not mailed any more. */
export async function draftSeatOffer(
  ctx: RequestContext,
  { body }: Extract<BusMessage, { type: "seat_offer.send" }>,
): Promise<Draft> {
  const { guest, seat, skipped } = await read(ctx, body, "seat_offer");
  if (skipped !== null) return skipped;
  const { heads, offerExpiresAt } = seat;
  const isOpen = seat.seat === "offered" && offerExpiresAt === Date.parse(body.expires_at);
  if (!isOpen || offerExpiresAt <= ctx.clock.now()) {
    return { status: "skipped", kind: "seat_offer", recipient: guest.recipient, reason: "offer_over" };
  }
  return ready(ctx, guest, "seat_offer", (props) => seatOffer({ ...props, heads, expiresAt: offerExpiresAt }));
}

/** Tells a guest that an offer has run out; not one who has answered again since. */
export async function draftOfferExpired(
  ctx: RequestContext,
  { body }: Extract<BusMessage, { type: "seat_offer.expired" }>,
): Promise<Draft> {
  const { guest, seat, skipped } = await read(ctx, body, "offer_expired");
  if (skipped !== null) return skipped;
  if (seat.response !== "attending" || seat.seat !== null) {
    return { status: "skipped", kind: "offer_expired", recipient: guest.recipient, reason: "offer_over" };
  }
  return ready(ctx, guest, "offer_expired", offerExpired);
}

/** The confirmation of an attending answer without a confirmed seat, as `draftConfirmation` drafts the others. */
export async function draftWaitlisted(ctx: RequestContext, guest: ReachableGuest): Promise<Draft> {
  const [seat] = await findAnswerSeat(ctx.db, guest.event.id, guest.guest.id);
  const position = seat?.position ?? null;
  return ready(ctx, guest, "confirmation", (props) => waitlisted({ ...props, position }));
}

/** The guest with the seat, or the draft of a mail that is not to be sent. */
async function read(
  ctx: RequestContext,
  { event_id: eventId, guest_id: guestId }: { event_id: string; guest_id: string },
  kind: MailKind,
): Promise<{ guest: ReachableGuest; seat: AnswerSeat; skipped: null } | { guest: null; seat: null; skipped: Draft }> {
  const [rows, [seat]] = await ctx.db.batch([
    findGuestRecipient(ctx.db, eventId, guestId),
    findAnswerSeat(ctx.db, eventId, guestId),
  ]);
  const resolved = resolveRecipient(rows, kind);
  if ("skipped" in resolved) return { guest: null, seat: null, skipped: resolved.skipped };
  const { guest } = resolved;
  const skip = (reason: "no_answer" | "event_closed"): Draft => ({
    status: "skipped",
    kind,
    recipient: guest.recipient,
    reason,
  });
  if (seat === undefined) return { guest: null, seat: null, skipped: skip("no_answer") };
  if (seat.cancelledAt !== null) return { guest: null, seat: null, skipped: skip("event_closed") };
  return { guest, seat, skipped: null };
}

type Props = Parameters<typeof offerExpired>[0];

function ready(
  ctx: RequestContext,
  guest: ReachableGuest,
  kind: MailKind,
  render: (props: Props) => ReturnType<typeof offerExpired>,
): Draft {
  return {
    status: "ready",
    email: {
      kind,
      recipient: guest.recipient,
      render: async () =>
        render({
          guestName: guest.guest.name,
          event: eventFacts(guest),
          brand: brandOf(ctx, guest),
          link: await linkFor(ctx, guest.tokenId),
        }),
    },
  };
}
