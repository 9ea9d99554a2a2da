import type { BusBody } from "../../../proto/bus/messages.ts";
import type { RequestContext } from "../../context.ts";
import { toWire } from "../../kernel/clock.ts";
import type { Draft } from "../../platform/mail/draft.ts";
import { markTokenSent } from "../queries.ts";
import { findGuestRecipient } from "./guest-mail-queries.ts";
import { resolveRecipient } from "./guest-recipient.ts";
import { renderInvitation } from "./render-guest-mail.ts";

/**
 * Drafts the invitation of a guest with the current link. Skipped when the event is cancelled, the address is
 * suppressed, the host's emails are paused, or the link was replaced by one that must not be emailed.
 */
export async function draftInvitation(ctx: RequestContext, body: BusBody<"invitation.send">): Promise<Draft> {
  const resolved = resolveRecipient(await findGuestRecipient(ctx.db, body.event_id, body.guest_id), "invitation");
  if ("skipped" in resolved) return resolved.skipped;
  const { guest } = resolved;
  const { recipient, suppression, tokenId } = guest;
  const skip = { status: "skipped", kind: "invitation", recipient } as const;
  if (tokenId !== body.token_id && guest.tokenNotifiedAt === null) return { ...skip, reason: "link_replaced" };
  if (guest.event.cancelledAt !== null) return { ...skip, reason: "event_cancelled" };
  // A guest who asked for a new link gets it even after unsubscribing.
  const isSuppressed = suppression !== null && !(body.requested && suppression === "unsubscribed");
  if (isSuppressed) return { ...skip, reason: suppression };
  if (guest.isPaused && !body.requested) return { ...skip, reason: "sending_paused" };
  return {
    status: "ready",
    email: {
      kind: "invitation",
      recipient,
      ...(body.requested ? { isRequested: true } : {}),
      render: () => renderInvitation(ctx, guest, recipient.address),
      activityOf: ({ status, reason }, now) => {
        const common = { at: toWire(now), guest: { id: body.guest_id, name: guest.guest.name } };
        return status === "sent"
          ? { type: "invitation.sent", ...common }
          : { type: "invitation.bounced", ...common, reason };
      },
      onOutcome: ({ status }, at) => (status === "sent" ? [markTokenSent(ctx.db, tokenId, at)] : []),
    },
  };
}
