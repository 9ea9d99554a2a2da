import { formatEventTime } from "../../../kernel/event-time.ts";
import type { Block, RenderedMail } from "./content.ts";
import { renderMail } from "./layout.ts";
import { greeting, oneLine, PERSONAL_LINK } from "./wording.ts";

/** An open invitation; null names are those that may not be shown. */
export interface LostInvitation {
  eventName: string | null;
  hostName: string | null;
  venue: string | null;
  /** Epoch milliseconds. */
  startsAt: number;
  /** IANA name of the zone in which the time is shown. */
  timeZone: string;
  /** The guest's own link. */
  link: string;
}

export interface LostLinksProps {
  /** At least one. */
  invitations: readonly LostInvitation[];
}

/** Lists an address's open invitations of all hosts, for somebody who lost the links. */
export function lostLinks({ invitations }: LostLinksProps): RenderedMail {
  const isOne = invitations.length === 1;
  return renderMail({
    subject: isOne ? "Your invitation link" : "Your invitation links",
    preheader: isOne ? "Here's the link you asked for." : "Here are the links you asked for.",
    brand: null,
    heading: isOne ? "Your invitation" : "Your invitations",
    blocks: [
      greeting(""),
      {
        kind: "paragraph",
        text: isOne ? "Here's the link to your invitation." : "Here are the links to your open invitations.",
      },
      ...invitations.flatMap(invitationBlocks),
      isOne ? PERSONAL_LINK : { kind: "note", text: "These are your personal links — please don't forward them." },
      { kind: "note", text: "If you didn't ask for this, you can ignore this email." },
    ],
    reason: "You're receiving this because someone asked for the invitations sent to this email address.",
  });
}

function invitationBlocks({ eventName, hostName, venue, startsAt, timeZone, link }: LostInvitation): Block[] {
  const where = oneLine(venue ?? "");
  return [
    {
      kind: "details",
      rows: [
        { label: "Event", value: eventName === null ? "An event" : oneLine(eventName) },
        { label: "When", value: formatEventTime(startsAt, timeZone) },
        ...(where === "" ? [] : [{ label: "Where", value: where }]),
        ...(hostName === null ? [] : [{ label: "Hosted by", value: oneLine(hostName) }]),
      ],
    },
    { kind: "button", label: "Open invitation", href: link },
  ];
}
