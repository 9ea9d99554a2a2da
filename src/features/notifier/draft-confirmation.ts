import type { BusBody } from "../../../proto/bus/messages.ts";
import { slugify } from "../../kernel/slug.ts";
import type { RequestContext } from "../../request-context.ts";
import { calendarFile } from "../access/calendar.ts";
import { doorCodeFor } from "../checkin/door-code.ts";
import { linkFor } from "../invitations/guest-link.ts";
import type { Draft, MailText } from "./draft.ts";
import { brandOf, eventFacts, type ReachableGuest, reach } from "./guest-letter.ts";
import { findGuestLetter } from "./queries.ts";
import { confirmation, DOOR_CODE_CONTENT_ID } from "./templates/confirmation.ts";

/**
 * The confirmation of an answer. It tells the answer as it stands, not as the message has it: of two changes the
 * messages may arrive in either order, and the last mail must be true.
 */
export async function draftConfirmation(ctx: RequestContext, body: BusBody<"rsvp.confirmed">): Promise<Draft> {
  const reached = reach(await findGuestLetter(ctx.db, body.event_id, body.guest_id), "confirmation");
  if ("refused" in reached) return reached.refused;
  const { guest } = reached;
  const { recipient, rsvp } = guest;
  if (rsvp === null) return { status: "withheld", kind: "confirmation", recipient, reason: "no_answer" };
  const attending = rsvp.response === "attending";
  return {
    status: "owed",
    letter: {
      kind: "confirmation",
      recipient,
      async write() {
        const mail = confirmation({
          guestName: guest.guest.name,
          event: eventFacts(guest),
          brand: brandOf(ctx, guest),
          response: rsvp.response,
          plusOnes: rsvp.plusOnes,
          link: await linkFor(ctx, guest.tokenId),
          hasDoorCode: attending,
        });
        return attending ? { ...mail, attachments: await wayIn(ctx, guest) } : mail;
      },
    },
  };
}

/** The picture of the door code, and the date for a calendar. */
async function wayIn(
  ctx: RequestContext,
  { event, guest, tokenId }: ReachableGuest,
): Promise<NonNullable<MailText["attachments"]>> {
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
      method: "PUBLISH",
    },
  ];
}
