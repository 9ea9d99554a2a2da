import type { BusBody } from "../../../proto/bus/messages.ts";
import type { RequestContext } from "../../request-context.ts";
import { linkFor } from "../invitations/guest-link.ts";
import { markTokenSent } from "../invitations/queries.ts";
import type { Draft } from "./draft.ts";
import { brandOf, eventFacts, reach } from "./guest-letter.ts";
import { findGuestLetter } from "./queries.ts";
import { invitation } from "./templates/invitation.ts";
import { unsubscribeHeaders, unsubscribeUrl } from "./unsubscribe-link.ts";

/** The invitation of a guest: not for a link that was replaced since, nor to an address that wants no such mail. */
export async function draftInvitation(ctx: RequestContext, body: BusBody<"invitation.send">): Promise<Draft> {
  const reached = reach(await findGuestLetter(ctx.db, body.event_id, body.guest_id), "invitation");
  if ("refused" in reached) return reached.refused;
  const { guest } = reached;
  const { recipient, suppression } = guest;
  const refuse = { status: "withheld", kind: "invitation", recipient } as const;
  if (guest.tokenId !== body.token_id) return { ...refuse, reason: "link_replaced" };
  if (suppression !== null) return { ...refuse, reason: suppression };
  return {
    status: "owed",
    letter: {
      kind: "invitation",
      recipient,
      async write() {
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
