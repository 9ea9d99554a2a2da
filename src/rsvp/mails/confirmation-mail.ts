import type { BusBody } from "../../../proto/bus/messages.ts";
import type { RequestContext } from "../../context.ts";
import { defineGuestMail, findGuest } from "../../invitations/mails/define-guest-mail.ts";
import { findAnsweringAccess, type GuestRecipientRow } from "../../invitations/mails/guest-mail-queries.ts";
import { isOffOrOver } from "../../invitations/mails/guest-recipient.ts";
import { renderConfirmation } from "../../invitations/mails/render-guest-mail.ts";
import { reportUrl as reportLink } from "../../invitations/report-link.ts";
import { mayUseHostsText, type Purpose } from "../../platform/mail/purposes.ts";

/**
 * The confirmation of an RSVP, from the database and not from the queue message. The messages of two edits may arrive in
 * either order, and the last email must be right. Skipped for a guest who was added at the door: the guest is in.
 */
export const confirmationMail = defineGuestMail({
  message: "rsvp.confirmed",
  kind: "confirmation",
  purpose: (_, { rsvp }) => purposeOf(rsvp),
  find: findGuest,
  async draft(ctx, guest, body) {
    const { event, rsvp, standing } = guest;
    if (isOffOrOver(event, ctx.clock.now())) return "event_closed";
    if (rsvp === null || standing === "walk_in") return "no_answer";
    const reportUrl = await reportUrlOf(ctx, body, rsvp);
    const hasHostsText = mayUseHostsText(purposeOf(rsvp), guest);
    return {
      isReserved: body.reserved === true && rsvp.answeredBy === "host",
      render: (unsubscribeUrl) => renderConfirmation(ctx, guest, rsvp, { unsubscribeUrl, reportUrl, hasHostsText }),
    };
  },
});

/** A host who records an RSVP causes the email, otherwise the guest who sent it does. */
function purposeOf(rsvp: GuestRecipientRow["rsvp"]): Purpose {
  return rsvp?.answeredBy === "host" ? "host" : "reply";
}

/** Returns the link to report that another person sent the RSVP. Null for an RSVP that a host recorded. */
async function reportUrlOf(
  ctx: RequestContext,
  { event_id: eventId, guest_id: guestId }: BusBody<"rsvp.confirmed">,
  { answeredBy, updatedAt }: NonNullable<GuestRecipientRow["rsvp"]>,
): Promise<string | null> {
  if (answeredBy === "host") return null;
  const [access] = await findAnsweringAccess(ctx.db, eventId, guestId, updatedAt);
  return access === undefined ? null : reportLink(ctx, access);
}
