import type { Brand } from "../../../kernel/brand.ts";
import type { Block, RenderedMail } from "./content.ts";
import { renderMail } from "./layout.ts";
import { type EventFacts, eventDetails, greeting, guestReason, oneLine, type Response } from "./wording.ts";

/** Content-ID of the door code image, which the caller attaches. */
export const DOOR_CODE_CONTENT_ID = "door-code@usher";

export interface ConfirmationProps {
  guestName: string;
  event: EventFacts;
  brand: Brand | null;
  response: Response;
  plusOnes: number;
  /** The guest's own link. */
  link: string;
  /** Whether an image with `DOOR_CODE_CONTENT_ID` is attached; only attending guests have a door code. */
  hasDoorCode: boolean;
}

const ANSWERS: Record<Response, { heading: string; subject: string; says: string }> = {
  attending: { heading: "See you there!", subject: "You are coming to", says: "you are coming" },
  declined: { heading: "You cannot make it", subject: "Your answer for", says: "you cannot come" },
  maybe: { heading: "You might come", subject: "Your answer for", says: "you do not know yet whether you come" },
};

/** Confirms an RSVP, with the door code for attending guests. The caller attaches the calendar file. */
export function confirmation(props: ConfirmationProps): RenderedMail {
  const { guestName, event, response, plusOnes, link } = props;
  const { heading, subject, says } = ANSWERS[response];
  const name = oneLine(event.name);
  const company = response !== "attending" || plusOnes === 0 ? "" : ` and bring ${people(plusOnes)}`;
  return renderMail({
    subject: `${subject} ${name}`,
    preheader:
      response === "attending" ? "Your way in, and the date for your calendar." : "You can change it at any time.",
    brand: props.brand,
    eyebrow: name,
    heading,
    blocks: [
      greeting(guestName),
      { kind: "paragraph", text: ["Your answer for ", { strong: name }, ` is noted: ${says}${company}.`] },
      eventDetails(event),
      ...(response === "attending" && props.hasDoorCode ? [doorCode()] : []),
      { kind: "button", label: response === "attending" ? "View or change" : "Change your answer", href: link },
      { kind: "note", text: "This link is yours alone: please do not pass it on." },
    ],
    reason: guestReason(event),
  });
}

function doorCode(): Block {
  return {
    kind: "image",
    src: `cid:${DOOR_CODE_CONTENT_ID}`,
    sizePx: 220,
    alt: "Your door code. If you cannot see it, open your invitation with the button below.",
    caption: "Show this code at the door. You also find it on your invitation page.",
    textInstead: "Your code for the door is the picture with this mail. You also find it on your invitation page.",
  };
}

function people(count: number): string {
  return count === 1 ? "one person" : `${count} people`;
}
