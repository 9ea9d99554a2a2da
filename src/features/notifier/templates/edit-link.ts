import type { Brand } from "../../../kernel/brand.ts";
import type { RenderedMail } from "./content.ts";
import { renderMail } from "./layout.ts";
import { duration, type EventFacts, eventDetails, greeting, guestReason, oneLine } from "./wording.ts";

export interface EditLinkProps {
  guestName: string;
  event: EventFacts;
  brand: Brand | null;
  /** The guest's link with the nonce in it. */
  editUrl: string;
  validMinutes: number;
}

/** Lets a guest edit the RSVP from another device. */
export function editLink({ guestName, event, brand, editUrl, validMinutes }: EditLinkProps): RenderedMail {
  const name = oneLine(event.name);
  return renderMail({
    subject: `Change your answer for ${name}`,
    preheader: `The link works once and for ${duration(validMinutes)}.`,
    brand,
    eyebrow: name,
    heading: "Change your answer",
    blocks: [
      greeting(guestName),
      { kind: "paragraph", text: "You asked to change your answer from another device. This link lets you." },
      { kind: "button", label: "Change your answer", href: editUrl },
      { kind: "note", text: `It works for one change and for ${duration(validMinutes)}.` },
      eventDetails(event),
      { kind: "note", text: "If you did not ask for it, ignore this mail: your answer stays as it is." },
    ],
    reason: guestReason(event),
  });
}
