import type { BusBody } from "../../../proto/bus/messages.ts";
import { slugify } from "../../kernel/slug.ts";
import type { RequestContext } from "../../request-context.ts";
import { calendarFile, calendarMethod } from "../access/calendar.ts";
import { doorCodeFor } from "../checkin/door-code.ts";
import { linkFor } from "../invitations/guest-link.ts";
import type { Draft, EmailContent } from "./draft.ts";
import { brandOf, eventFacts, type ReachableGuest, resolveRecipient } from "./guest-recipient.ts";
import { hostSender } from "./host-sender.ts";
import { findGuestRecipient } from "./queries.ts";
import { confirmation, DOOR_CODE_CONTENT_ID } from "./templates/confirmation.ts";

/**
 * The confirmation of an RSVP, as the database has it and not as the message does: of two edits, the messages may arrive
 * in either order, and the last mail must be right.
 */
export async function draftConfirmation(ctx: RequestContext, body: BusBody<"rsvp.confirmed">): Promise<Draft> {
  const resolved = resolveRecipient(await findGuestRecipient(ctx.db, body.event_id, body.guest_id), "confirmation");
  if ("skipped" in resolved) return resolved.skipped;
  const { guest } = resolved;
  const { recipient, rsvp } = guest;
  if (rsvp === null) return { status: "skipped", kind: "confirmation", recipient, reason: "no_answer" };
  const attending = rsvp.response === "attending";
  return {
    status: "ready",
    email: {
      kind: "confirmation",
      recipient,
      async render() {
        const mail = {
          ...hostSender(guest),
          ...confirmation({
            guestName: guest.guest.name,
            event: eventFacts(guest),
            brand: brandOf(ctx, guest),
            response: rsvp.response,
            plusOnes: rsvp.plusOnes,
            link: await linkFor(ctx, guest.tokenId),
            hasDoorCode: attending,
          }),
        };
        return attending ? { ...mail, attachments: await confirmationAttachments(ctx, guest) } : mail;
      },
    },
  };
}

/** The door code as an image, and the calendar file. */
async function confirmationAttachments(
  ctx: RequestContext,
  { event, guest, tokenId }: ReachableGuest,
): Promise<NonNullable<EmailContent["attachments"]>> {
  const { png } = await doorCodeFor(ctx, event, { id: guest.id, tokenId });
  return [
    {
      filename: "door-code.png",
      contentType: "image/png",
      content: Uint8Array.fromBase64(png),
      contentId: DOOR_CODE_CONTENT_ID,
    },
    {
      filename: `${slugify(event.name)}.ics`,
      contentType: "text/calendar; charset=utf-8",
      content: calendarFile(event),
      method: calendarMethod(event),
    },
  ];
}
