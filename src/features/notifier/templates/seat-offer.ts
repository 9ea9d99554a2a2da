import type { Brand } from "../../../kernel/brand.ts";
import { formatEventTime } from "../../../kernel/event-time.ts";
import type { RenderedMail } from "./content.ts";
import { renderMail } from "./layout.ts";
import { type EventFacts, eventDetails, greeting, guestReason, oneLine, PERSONAL_LINK } from "./wording.ts";

export interface SeatOfferProps {
  guestName: string;
  event: EventFacts;
  brand: Brand | null;
  /** The guest's own link. */
  link: string;
  /** People in the party, the guest included. */
  heads: number;
  /** Until when the seats are held, epoch milliseconds. */
  expiresAt: number;
}

/** Offers the seats of a waiting party. The page that the button opens asks; no link accepts by itself. */
export function seatOffer({ guestName, event, brand, link, heads, expiresAt }: SeatOfferProps): RenderedMail {
  const name = oneLine(event.name);
  const until = formatEventTime(expiresAt, event.timeZone);
  const seats = heads === 1 ? "a seat" : `seats for all ${heads} of you`;
  return renderMail({
    subject: `A seat has opened up for you at ${name}`,
    preheader: `We're holding it for you until ${until}.`,
    brand,
    eyebrow: name,
    heading: "A seat has opened up",
    blocks: [
      greeting(guestName),
      {
        kind: "paragraph",
        text: [
          "Good news: there's room for you at ",
          { strong: name },
          `. We're holding ${seats} until `,
          { strong: until },
          ".",
        ],
      },
      { kind: "button", label: "Take it or pass", href: link },
      eventDetails(event),
      { kind: "note", text: "If you can't make it any more, please say so: somebody else is waiting." },
      { kind: "note", text: "After that time the offer goes to the next in line." },
      PERSONAL_LINK,
    ],
    reason: guestReason(event),
  });
}
