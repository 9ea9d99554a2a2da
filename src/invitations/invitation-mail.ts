import type { BusMessage } from "../../proto/bus/messages.ts";
import type { RequestContext } from "../context.ts";
import { toIsoTime } from "../kernel/clock.ts";
import { busMessage } from "../platform/outbox/enqueue.ts";
import { linkFor } from "./guest-link.ts";
import type { InviteeRow, TokenRow } from "./queries.ts";

/** The message of an invitation mail, as a list for `enqueue`: empty for a guest without an address. */
export async function invitationMail(
  ctx: RequestContext,
  invitee: Pick<InviteeRow, "hostName"> & {
    event: Pick<InviteeRow["event"], "name" | "venue" | "eventDate">;
    guest: Pick<InviteeRow["guest"], "eventId" | "id" | "name" | "email">;
  },
  token: Pick<TokenRow, "id" | "createdAt">,
): Promise<BusMessage[]> {
  const { guest, event, hostName } = invitee;
  if (guest.email === null) return [];
  return [
    busMessage(ctx, "invitation.send", {
      event_id: guest.eventId,
      guest_id: guest.id,
      token_id: token.id,
      guest_name: guest.name,
      guest_email: guest.email,
      host_name: hostName,
      event_name: event.name,
      ...(event.venue === null ? {} : { venue: event.venue }),
      event_date: toIsoTime(event.eventDate),
      issued_at: toIsoTime(token.createdAt),
      link: await linkFor(ctx, token.id),
    }),
  ];
}
