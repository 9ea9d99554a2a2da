import type { BusBody } from "../../../proto/bus/messages.ts";
import type { RequestContext } from "../../request-context.ts";
import { linkFor } from "../invitations/guest-link.ts";
import { markTokenSent } from "../invitations/queries.ts";
import type { Draft } from "./draft.ts";
import { brandOf, eventFacts, resolveRecipient } from "./guest-recipient.ts";
import { findGuestRecipient } from "./queries.ts";
import { invitation } from "./templates/invitation.ts";
import { unsubscribeHeaders, unsubscribeUrl } from "./unsubscribe-link.ts";

/** The invitation of a guest; skipped when its link was replaced since or the address is suppressed. */
export async function draftInvitation(ctx: RequestContext, body: BusBody<"invitation.send">): Promise<Draft> {
  const resolved = resolveRecipient(await findGuestRecipient(ctx.db, body.event_id, body.guest_id), "invitation");
  if ("skipped" in resolved) return resolved.skipped;
  const { guest } = resolved;
  const { recipient, suppression } = guest;
  const skip = { status: "skipped", kind: "invitation", recipient } as const;
  if (guest.tokenId !== body.token_id) return { ...skip, reason: "link_replaced" };
  if (suppression !== null) return { ...skip, reason: suppression };
  return {
    status: "ready",
    email: {
      kind: "invitation",
      recipient,
      async render() {
        const url = await unsubscribeUrl(ctx, recipient.address);
        const mail = invitation({
          guestName: guest.guest.name,
          event: eventFacts(guest),
          brand: brandOf(ctx, guest),
          link: await linkFor(ctx, guest.tokenId),
          partySize: guest.guest.partySize,
          unsubscribeUrl: url,
        });
        return { ...mail, headers: unsubscribeHeaders(url) };
      },
      onSent: (sentAt) => [markTokenSent(ctx.db, guest.tokenId, sentAt)],
    },
  };
}
