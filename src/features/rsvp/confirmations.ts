import type { BusMessage } from "../../../proto/bus/messages.ts";
import { toWire } from "../../kernel/clock.ts";
import { busMessage } from "../../platform/outbox/enqueue.ts";
import type { RequestContext } from "../../request-context.ts";
import { type GuestLink, linkOf } from "../invitations/guest-link.ts";
import type { RsvpRow } from "./queries.ts";

/** The messages of an RSVP: a confirmation mail to the guest, and to the engine that a person was behind the access. */
export function confirmations(
  ctx: RequestContext,
  link: GuestLink,
  rsvp: Pick<RsvpRow, "eventId" | "guestId" | "id" | "response" | "plusOnes" | "riskScore" | "submittedAt">,
  accessLogId: string,
): BusMessage[] {
  const ids = { event_id: rsvp.eventId, guest_id: rsvp.guestId };
  return [
    busMessage(ctx, "rsvp.confirmed", {
      ...ids,
      rsvp_id: rsvp.id,
      response: rsvp.response,
      plus_ones: rsvp.plusOnes,
      ...(rsvp.riskScore === null ? {} : { risk_score: rsvp.riskScore }),
      submitted_at: toWire(rsvp.submittedAt),
      access_link: linkOf(ctx, link.token),
    }),
    busMessage(ctx, "access.confirmed", { ...ids, access_log_id: accessLogId, kind: "rsvp" }),
  ];
}
