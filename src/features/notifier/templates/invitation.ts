import type { Brand } from "../../../kernel/brand.ts";
import type { Block, RenderedMail } from "./content.ts";
import { renderMail } from "./layout.ts";
import { type EventFacts, eventDetails, greeting, guestReason, oneLine } from "./wording.ts";

export interface InvitationProps {
  guestName: string;
  event: EventFacts;
  brand: Brand | null;
  /** The guest's link; whoever has it can send the RSVP. */
  link: string;
  /** How many people the invitation is for, the guest included; null when the host set no limit. */
  partySize: number | null;
  unsubscribeUrl?: string | undefined;
}

/** Invites a guest to an event. */
export function invitation(props: InvitationProps): RenderedMail {
  const { guestName, event, link, partySize } = props;
  const [host, name] = [oneLine(event.hostName), oneLine(event.name)];
  const party: Block[] =
    partySize !== null && partySize > 1
      ? [
          {
            kind: "paragraph",
            text: ["The invitation is for ", { strong: `up to ${partySize} people` }, ", you included."],
          },
        ]
      : [];
  return renderMail({
    subject: `${host} invites you to ${name}`,
    preheader: "See the details and say whether you come.",
    brand: props.brand,
    eyebrow: "You are invited",
    heading: name,
    blocks: [
      greeting(guestName),
      { kind: "paragraph", text: [{ strong: host }, " would love to see you there."] },
      eventDetails(event),
      ...party,
      { kind: "button", label: "View and answer", href: link },
      { kind: "note", text: "This link is yours alone: please do not pass it on." },
    ],
    reason: guestReason(event),
    unsubscribeUrl: props.unsubscribeUrl,
  });
}
