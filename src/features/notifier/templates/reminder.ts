import type { Brand } from "../../../kernel/brand.ts";
import type { Block, RenderedMail } from "./content.ts";
import { renderMail } from "./layout.ts";
import {
  answerChoices,
  type EventFacts,
  eventDetails,
  guestReason,
  oneLine,
  PERSONAL_LINK,
  type Response,
  whenAndWhere,
} from "./wording.ts";

export interface ReminderProps {
  /** Subject and body with their placeholders already replaced; a host may have edited them. */
  subject: string;
  body: string;
  /** The host's own words at the end, with their placeholders replaced; null: none. */
  footer: string | null;
  event: EventFacts;
  brand: Brand | null;
  /** The guest's own link. */
  link: string;
  /** The guest's RSVP, null when there is none. */
  response: Response | null;
  /** Whether an answer can still be sent. */
  canAnswer: boolean;
  unsubscribeUrl?: string | undefined;
}

/** Reminds of an event, and asks for the RSVP of those who have sent none. */
export function reminder(props: ReminderProps): RenderedMail {
  const { subject, body, footer, event, link } = props;
  const asks = props.response === null && props.canAnswer;
  const answer: Block[] = asks
    ? [{ kind: "paragraph", text: "We haven't heard from you yet." }, answerChoices(link)]
    : [{ kind: "button", label: props.response === null ? "View your invitation" : "View your RSVP", href: link }];
  return renderMail({
    subject,
    preheader: asks ? "We haven't heard from you yet. Will you be there?" : whenAndWhere(event),
    brand: props.brand,
    eyebrow: oneLine(event.name),
    heading: oneLine(subject),
    blocks: [
      { kind: "typed", text: body },
      eventDetails(event),
      ...answer,
      ...(footer === null ? [] : [{ kind: "typed", text: footer } as const]),
      PERSONAL_LINK,
    ],
    reason: guestReason(event),
    unsubscribeUrl: props.unsubscribeUrl,
  });
}
