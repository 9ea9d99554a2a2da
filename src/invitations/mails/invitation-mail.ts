import { replyStateOf } from "../../db/standing.ts";
import { toIsoTime } from "../../kernel/clock.ts";
import { causeOf } from "../../kernel/delivery-outcome.ts";
import { markTokenSent } from "../queries.ts";
import { defineGuestMail, findGuest } from "./define-guest-mail.ts";
import { renderInvitation } from "./render-guest-mail.ts";

/**
 * The invitation of a guest with the current link. Skipped when the event is cancelled or over, or the link was replaced
 * by one that must not be emailed. A guest who reported an access asked for the new link.
 */
export const invitationMail = defineGuestMail({
  message: "invitation.send",
  kind: "invitation",
  purpose: ({ requested }) => (requested ? "asked" : "host"),
  find: findGuest,
  draft(ctx, guest, { guest_id: id, token_id: requestedToken }) {
    const { tokenId } = guest;
    if (tokenId !== requestedToken && guest.tokenNotifiedAt === null) return "link_replaced";
    const replies = replyStateOf(guest.event, ctx.clock.now());
    if (replies === "cancelled") return "event_cancelled";
    if (replies === "over") return "event_over";
    return {
      invites: true,
      isReserved: true,
      render: (unsubscribeUrl) => renderInvitation(ctx, guest, unsubscribeUrl),
      activityOf: ({ status, reason }, now) => {
        const common = { at: toIsoTime(now), guest: { id, name: guest.guest.name } };
        return status === "sent"
          ? { type: "invitation.sent", ...common }
          : { type: "invitation.bounced", ...common, reason, cause: causeOf(status, reason) ?? "not_sent" };
      },
      onOutcome: ({ status }, at) => (status === "sent" ? [markTokenSent(ctx.db, tokenId, at)] : []),
    };
  },
});
