import type { Brand } from "../../../kernel/brand.ts";
import type { RenderedMail } from "./content.ts";
import { renderMail } from "./layout.ts";
import { type EventFacts, eventDetails, greeting, guestReason, oneLine } from "./wording.ts";

export interface WaitlistedProps {
  guestName: string;
  event: EventFacts;
  brand: Brand | null;
  /** The guest's own link. */
  link: string;
  /** The party's place in the line, 1 is next; null for a party far behind, and one that has an offer or let it pass. */
  position: number | null;
}

/** Confirms a yes to an event that is full. */
export function waitlisted({ guestName, event, brand, link, position }: WaitlistedProps): RenderedMail {
  const name = oneLine(event.name);
  const place =
    position === null ? "" : position === 1 ? " You're next in line." : ` You're number ${position} in line.`;
  return renderMail({
    subject: `You're on the waitlist for ${name}`,
    preheader: "We'll email you when a seat opens up.",
    brand,
    eyebrow: name,
    heading: "You're on the waitlist",
    blocks: [
      greeting(guestName),
      {
        kind: "paragraph",
        text: [
          "Thanks for your RSVP to ",
          { strong: name },
          `. It's full right now, so we've put you on the waitlist.${place}`,
        ],
      },
      {
        kind: "paragraph",
        text: "As soon as there's room for everyone in your party, we'll email you an offer that you can take or pass on.",
      },
      eventDetails(event),
      { kind: "button", label: "View or change RSVP", href: link },
      { kind: "note", text: "You don't have a seat yet, so please don't come without hearing from us." },
    ],
    reason: guestReason(event),
  });
}
