import type { Brand } from "../../../kernel/brand.ts";
import type { RenderedMail } from "./content.ts";
import { renderMail } from "./layout.ts";
import { type EventFacts, eventDetails, greeting, guestReason, oneLine } from "./wording.ts";

export interface OfferExpiredProps {
  guestName: string;
  event: EventFacts;
  brand: Brand | null;
  /** The guest's own link. */
  link: string;
}

/** Tells a guest that the offer of a seat has run out, and how to come back. */
export function offerExpired({ guestName, event, brand, link }: OfferExpiredProps): RenderedMail {
  const name = oneLine(event.name);
  return renderMail({
    subject: `Your offer for ${name} has run out`,
    preheader: "You can still come back.",
    brand,
    eyebrow: name,
    heading: "Your offer has run out",
    blocks: [
      greeting(guestName),
      {
        kind: "paragraph",
        text: [
          "We held a seat for you at ",
          { strong: name },
          ", but didn't hear back in time. It has gone to the next in line.",
        ],
      },
      {
        kind: "paragraph",
        text: "Would you still like to come? Open your invitation and say yes again: you get a seat that's free, or a new place on the waitlist.",
      },
      { kind: "button", label: "Open my invitation", href: link },
      eventDetails(event),
    ],
    reason: guestReason(event),
  });
}
