import type { Brand } from "../../../kernel/brand.ts";
import type { RenderedMail } from "./content.ts";
import { renderMail } from "./layout.ts";
import { type EventFacts, eventDetails, guestReason, oneLine, type Response } from "./wording.ts";

export interface ReminderProps {
  /** Subject and body with their placeholders already replaced; a host may have edited them. */
  subject: string;
  body: string;
  event: EventFacts;
  brand: Brand | null;
  /** The guest's own link. */
  link: string;
  /** The guest's RSVP, null when there is none. */
  response: Response | null;
  unsubscribeUrl?: string | undefined;
}

/** Reminds of an event, and asks for the RSVP when there is none. */
export function reminder(props: ReminderProps): RenderedMail {
  const { subject, body, event, link, response } = props;
  return renderMail({
    subject,
    preheader: response === null ? "Your answer is still missing." : oneLine(body).slice(0, 120),
    brand: props.brand,
    eyebrow: oneLine(event.name),
    heading: oneLine(subject),
    blocks: [
      { kind: "typed", text: body },
      eventDetails(event),
      { kind: "button", label: response === null ? "Answer now" : "View or change your answer", href: link },
      { kind: "note", text: "This link is yours alone: please do not pass it on." },
    ],
    reason: guestReason(event),
    unsubscribeUrl: props.unsubscribeUrl,
  });
}
