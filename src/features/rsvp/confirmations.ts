import type { BusMessage } from "../../../proto/bus/messages.ts";
import { toWire } from "../../kernel/clock.ts";
import { busMessage } from "../../platform/outbox/enqueue.ts";
import type { RequestContext } from "../../request-context.ts";
import type { OpenedInvitation } from "../access/open-invitation.ts";
import { linkOf } from "../invitations/guest-link.ts";
import type { RsvpRow } from "./queries.ts";

/**
 * What an answer sets off: the guest gets it confirmed by mail, and the engine learns that a person was behind the
 * access.
 */
export function confirmations(
  ctx: RequestContext,
  invitation: OpenedInvitation,
  rsvp: Pick<RsvpRow, "id" | "response" | "plusOnes" | "submittedAt"> & { riskScore?: number | null },
  token: string,
  accessLogId: string,
): BusMessage[] {
  const ids = { event_id: invitation.event.id, guest_id: invitation.guest.id };
  return [
    busMessage(ctx, "rsvp.confirmed", {
      ...ids,
      rsvp_id: rsvp.id,
      response: rsvp.response,
      plus_ones: rsvp.plusOnes,
      ...(rsvp.riskScore == null ? {} : { risk_score: rsvp.riskScore }),
      submitted_at: toWire(rsvp.submittedAt),
      access_link: linkOf(ctx, token),
    }),
    busMessage(ctx, "access.confirmed", { ...ids, access_log_id: accessLogId, kind: "rsvp" }),
  ];
}
