import type { Brand } from "../../../kernel/brand.ts";
import type { RenderedMail } from "./content.ts";
import { renderMail } from "./layout.ts";
import { type EventFacts, eventDetails, guestReason, oneLine } from "./wording.ts";

export interface BroadcastProps {
  /** Subject and body with their placeholders already replaced. */
  subject: string;
  body: string;
  event: EventFacts;
  brand: Brand | null;
  /** The guest's own link. */
  link: string;
  unsubscribeUrl?: string | undefined;
}

/** A message that a host wrote: line breaks are kept, URLs become links. */
export function broadcast(props: BroadcastProps): RenderedMail {
  const { subject, body, event, link } = props;
  return renderMail({
    subject,
    preheader: previewOf(body),
    brand: props.brand,
    eyebrow: oneLine(event.name),
    heading: oneLine(subject),
    blocks: [
      { kind: "typed", text: body },
      { kind: "button", label: "View your invitation", href: link },
      eventDetails(event),
    ],
    reason: guestReason(event),
    unsubscribeUrl: props.unsubscribeUrl,
  });
}

/** The first words, for the preview in an inbox. */
function previewOf(body: string): string {
  return Array.from(oneLine(body)).slice(0, 120).join("");
}
