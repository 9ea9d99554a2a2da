import { replyStateOf } from "../../db/standing.ts";
import { defineGuestMail, findGuest, toGuest } from "../../invitations/mails/define-guest-mail.ts";
import { isOffOrOver } from "../../invitations/mails/guest-recipient.ts";
import { renderConfirmation } from "../../invitations/mails/render-guest-mail.ts";
import { offerExpired } from "./offer-expired.ts";
import { seatOffer } from "./seat-offer.ts";

/** The email about a seat offer. Skipped once the offer is accepted, declined or expired. */
export const seatOfferMail = defineGuestMail({
  message: "seat_offer.send",
  kind: "seat_offer",
  purpose: "host",
  find: findGuest,
  draft(ctx, guest, body) {
    const { event, rsvp } = guest;
    const now = ctx.clock.now();
    if (isOffOrOver(event, now)) return "event_closed";
    const expiresAt = guest.standing === "offered" && rsvp !== null ? rsvp.offerExpiresAt : null;
    const isOpen = expiresAt === Date.parse(body.expires_at) && expiresAt > now && event.eventDate > now;
    if (rsvp === null || !isOpen) return "offer_over";
    const heads = 1 + rsvp.plusOnes;
    const mail = toGuest(ctx, "host", guest, (props) => seatOffer({ ...props, heads, expiresAt }));
    return { ...mail, isReserved: body.reserved === true };
  },
});

/** The confirmation of a seat that a party had waited for, with the door pass. */
export const seatConfirmedMail = defineGuestMail({
  message: "seat.confirmed",
  kind: "confirmation",
  purpose: "host",
  find: findGuest,
  draft(ctx, guest) {
    const { event, rsvp } = guest;
    if (isOffOrOver(event, ctx.clock.now())) return "event_closed";
    if (rsvp === null || guest.standing !== "coming") return "no_answer";
    return { render: (unsubscribeUrl) => renderConfirmation(ctx, guest, rsvp, { unsubscribeUrl, hasHostsText: true }) };
  },
});

/** The email about an expired offer, unless the guest has sent another RSVP since. */
export const offerExpiredMail = defineGuestMail({
  message: "seat_offer.expired",
  kind: "offer_expired",
  purpose: "host",
  find: findGuest,
  draft(ctx, guest) {
    const { event } = guest;
    const now = ctx.clock.now();
    if (isOffOrOver(event, now)) return "event_closed";
    if (guest.standing !== "unseated") return "offer_over";
    // From the start on, seats are not offered any more.
    const canAskAgain = replyStateOf(event, now) === "open" && now < event.eventDate;
    return toGuest(ctx, "host", guest, (props) => offerExpired({ ...props, canAskAgain }));
  },
});
