import type { BusBody } from "../../../proto/bus/messages.ts";
import type { RequestContext } from "../../context.ts";
import { findAnsweringAccess, findGuestRecipient } from "../../invitations/mails/guest-mail-queries.ts";
import { type ReachableGuest, resolveRecipient } from "../../invitations/mails/guest-recipient.ts";
import { renderConfirmation } from "../../invitations/mails/render-guest-mail.ts";
import { reportUrl } from "../../invitations/report-link.ts";
import type { Draft } from "../../platform/mail/draft.ts";

/**
 * Drafts the confirmation of an RSVP from the database, not from the queue message. The messages of two edits may
 * arrive in either order, and the last email must be right.
 */
export async function draftConfirmation(ctx: RequestContext, body: BusBody<"rsvp.confirmed">): Promise<Draft> {
  const resolved = resolveRecipient(await findGuestRecipient(ctx.db, body.event_id, body.guest_id), "confirmation");
  if ("skipped" in resolved) return resolved.skipped;
  const { guest } = resolved;
  const { recipient, rsvp } = guest;
  if (rsvp === null) return { status: "skipped", kind: "confirmation", recipient, reason: "no_answer" };
  const url = await reportUrlOf(ctx, body, rsvp);
  return {
    status: "ready",
    email: { kind: "confirmation", recipient, render: () => renderConfirmation(ctx, guest, rsvp, url) },
  };
}

/** Returns the link to report that another person sent the RSVP. Null for an RSVP that a host recorded. */
async function reportUrlOf(
  ctx: RequestContext,
  { event_id: eventId, guest_id: guestId }: BusBody<"rsvp.confirmed">,
  { answeredBy, updatedAt }: NonNullable<ReachableGuest["rsvp"]>,
): Promise<string | null> {
  if (answeredBy === "host") return null;
  const [access] = await findAnsweringAccess(ctx.db, eventId, guestId, updatedAt);
  return access === undefined ? null : reportUrl(ctx, access);
}
