import type { Brand } from "../../../kernel/brand.ts";
import type { RenderedMail } from "./content.ts";
import { renderMail } from "./layout.ts";
import { duration, type EventFacts, eventDetails, greeting, guestReason, oneLine, reportBlocks } from "./wording.ts";

export interface EditLinkProps {
  guestName: string;
  event: EventFacts;
  brand: Brand | null;
  /** The guest's link with the nonce in it. */
  editUrl: string;
  validMinutes: number;
  /** Where the guest says that it was somebody else; none where no access is known. */
  reportUrl?: string | null;
}

/** Lets a guest edit the RSVP from another device. */
export function editLink({ guestName, event, brand, editUrl, validMinutes, reportUrl }: EditLinkProps): RenderedMail {
  const name = oneLine(event.name);
  return renderMail({
    subject: `Change your RSVP for ${name}`,
    preheader: `The link works once and expires in ${duration(validMinutes)}.`,
    brand,
    eyebrow: name,
    heading: "Change your RSVP",
    blocks: [
      greeting(guestName),
      { kind: "paragraph", text: "Here's the link you asked for to change your RSVP." },
      { kind: "button", label: "Change your RSVP", href: editUrl },
      { kind: "note", text: `It works once and expires in ${duration(validMinutes)}.` },
      eventDetails(event),
      { kind: "note", text: "If you didn't ask for this, you can ignore this email: your RSVP stays as it is." },
      ...reportBlocks(reportUrl, "Someone else may have your link?"),
    ],
    reason: guestReason(event),
  });
}
