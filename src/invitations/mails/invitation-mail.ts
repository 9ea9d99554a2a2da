import type { BusBody } from "../../../proto/bus/messages.ts";
import { replyStateOf } from "../../db/standing.ts";
import { lookAgain } from "../../events/seats/passed-over.ts";
import { toIsoTime } from "../../kernel/clock.ts";
import { causeOf } from "../../kernel/delivery-outcome.ts";
import { mayUseHostsText, type Purpose } from "../../platform/mail/purposes.ts";
import { markTokenSent } from "../queries.ts";
import { defineGuestMail, findGuest } from "./define-guest-mail.ts";
import { renderInvitation } from "./render-guest-mail.ts";

/** A guest who reported an access asked for the new link. */
function purposeOf({ requested }: BusBody<"invitation.send">): Purpose {
  return requested ? "asked" : "host";
}

/**
 * The invitation of a guest with the current link. Skipped when the event is cancelled or over, or the link was replaced
 * by one that must not be emailed.
 */
export const invitationMail = defineGuestMail({
  message: "invitation.send",
  kind: "invitation",
  purpose: purposeOf,
  find: findGuest,
  draft(ctx, guest, body) {
    const { db } = ctx;
    const { event_id: eventId, guest_id: id, token_id: requestedToken } = body;
    const { tokenId } = guest;
    const hasHostsText = mayUseHostsText(purposeOf(body), guest);
    if (tokenId !== requestedToken && guest.tokenNotifiedAt === null) return "link_replaced";
    const replies = replyStateOf(guest.event, ctx.clock.now());
    if (replies === "cancelled") return "event_cancelled";
    if (replies === "over") return "event_over";
    return {
      invites: true,
      isReserved: true,
      render: (unsubscribeUrl) => renderInvitation(ctx, guest, { unsubscribeUrl, hasHostsText }),
      activityOf: ({ status, reason }, now) => {
        const common = { at: toIsoTime(now), guest: { id, name: guest.guest.name } };
        return status === "sent"
          ? { type: "invitation.sent", ...common }
          : { type: "invitation.bounced", ...common, reason, cause: causeOf(status, reason) ?? "not_sent" };
      },
      onOutcome: ({ status }, at) =>
        status === "sent" ? [markTokenSent(db, tokenId, at), lookAgain(db, { eventId, guestId: id })] : [],
    };
  },
});
