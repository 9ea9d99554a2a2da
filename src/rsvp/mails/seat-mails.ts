import type { BusBody } from "../../../proto/bus/messages.ts";
import type { RequestContext } from "../../context.ts";
import { recipientTexts } from "../../events/placeholders/recipient-texts.ts";
import { linkFor } from "../../invitations/guest-link.ts";
import { findGuestRecipient } from "../../invitations/mails/guest-mail-queries.ts";
import { brandOf, type ReachableGuest, resolveRecipient } from "../../invitations/mails/guest-recipient.ts";
import type { Draft, MailKind } from "../../platform/mail/draft.ts";
import { hostSender } from "../../platform/mail/host-sender.ts";
import { eventFacts } from "../../platform/mail/wording.ts";
import { offerExpired } from "./offer-expired.ts";
import { seatOffer } from "./seat-offer.ts";

/** Drafts the offer of a seat while it is open. An answered or expired offer is not emailed any more. */
export async function draftSeatOffer(ctx: RequestContext, body: BusBody<"seat_offer.send">): Promise<Draft> {
  const kind = "seat_offer";
  const resolved = resolveRecipient(await findGuestRecipient(ctx.db, body.event_id, body.guest_id), kind);
  if ("skipped" in resolved) return resolved.skipped;
  const { guest } = resolved;
  const { event, recipient, rsvp } = guest;
  if (event.cancelledAt !== null) return { status: "skipped", kind, recipient, reason: "event_closed" };
  const expiresAt = rsvp?.seat === "offered" ? rsvp.offerExpiresAt : null;
  const isOpen = expiresAt === Date.parse(body.expires_at) && expiresAt > ctx.clock.now();
  if (rsvp === null || !isOpen) return { status: "skipped", kind, recipient, reason: "offer_over" };
  const heads = 1 + rsvp.plusOnes;
  return ready(ctx, guest, kind, (props) => seatOffer({ ...props, heads, expiresAt }));
}

/** Drafts the email about an expired offer, unless the guest has answered again since. */
export async function draftOfferExpired(ctx: RequestContext, body: BusBody<"seat_offer.expired">): Promise<Draft> {
  const kind = "offer_expired";
  const resolved = resolveRecipient(await findGuestRecipient(ctx.db, body.event_id, body.guest_id), kind);
  if ("skipped" in resolved) return resolved.skipped;
  const { guest } = resolved;
  const { event, recipient, rsvp } = guest;
  if (event.cancelledAt !== null) return { status: "skipped", kind, recipient, reason: "event_closed" };
  const isWithout = rsvp?.response === "attending" && rsvp.seat === null;
  return isWithout
    ? ready(ctx, guest, kind, offerExpired)
    : { status: "skipped", kind, recipient, reason: "offer_over" };
}

type Template = typeof offerExpired;

function ready(ctx: RequestContext, guest: ReachableGuest, kind: MailKind, template: Template): Draft {
  return {
    status: "ready",
    email: {
      kind,
      recipient: guest.recipient,
      async render() {
        const link = await linkFor(ctx, guest.tokenId);
        const texts = await recipientTexts(ctx, { guest: guest.guest.locale, event: guest.event.locale });
        const event = eventFacts(guest, texts);
        const props = { texts, guestName: guest.guest.name, event, brand: brandOf(ctx, guest), link };
        return { ...hostSender(guest, texts), ...template(props) };
      },
    },
  };
}
