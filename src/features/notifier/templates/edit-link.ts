import type { Texts } from "../../../i18n/texts.ts";
import type { Brand } from "../../../kernel/brand.ts";
import type { RenderedMail } from "./content.ts";
import { renderMail } from "./layout.ts";
import { type EventFacts, eventDetails, greeting, guestReason, oneLine } from "./wording.ts";

export interface EditLinkProps {
  /** In the guest's language. */
  texts: Texts;
  guestName: string;
  event: EventFacts;
  brand: Brand | null;
  /** The guest's link with the nonce in it. */
  editUrl: string;
  validMinutes: number;
}

/** Lets a guest edit the RSVP from another device. */
export function editLink({ texts, guestName, event, brand, editUrl, validMinutes }: EditLinkProps): RenderedMail {
  const { format } = texts;
  const name = oneLine(event.name);
  const validity = format("mail.edit-pre", { count: validMinutes });
  return renderMail({
    texts,
    subject: format("mail.edit-subject", { event: name }),
    preheader: validity,
    brand,
    eyebrow: name,
    heading: format("mail.change"),
    blocks: [
      greeting(guestName, texts),
      { kind: "paragraph", text: format("mail.edit-says") },
      { kind: "button", label: format("mail.change"), href: editUrl },
      { kind: "note", text: validity },
      eventDetails(event, texts),
      { kind: "note", text: format("mail.edit-note") },
    ],
    reason: guestReason(event, texts),
  });
}
