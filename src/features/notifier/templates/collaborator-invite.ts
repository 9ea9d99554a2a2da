import { formatEventTime } from "../../../kernel/event-time.ts";
import type { RenderedMail } from "./content.ts";
import { renderMail } from "./layout.ts";
import { type EventFacts, eventDetails, oneLine } from "./wording.ts";

export interface CollaboratorInviteProps {
  invitedByName: string;
  event: EventFacts;
  role: "owner" | "editor" | "viewer";
  acceptUrl: string;
  /** Epoch milliseconds; shown in the event's zone. */
  expiresAt: number;
}

const MAY_DO: Record<CollaboratorInviteProps["role"], string> = {
  owner: "manage everything, also the team",
  editor: "manage guests, invitations, messages and the door",
  viewer: "see guests, answers and figures",
};

/** Invites a person to collaborate on an event. */
export function collaboratorInvite(props: CollaboratorInviteProps): RenderedMail {
  const { event, role, acceptUrl, expiresAt } = props;
  const [inviter, name] = [oneLine(props.invitedByName), oneLine(event.name)];
  return renderMail({
    subject: `${inviter} asks you to help with ${name}`,
    preheader: `As ${role} you may ${MAY_DO[role]}.`,
    brand: null,
    heading: `Help with ${name}`,
    blocks: [
      { kind: "paragraph", text: "Hello," },
      {
        kind: "paragraph",
        text: [{ strong: inviter }, " asks you to join the team of ", { strong: name }, " on Usher."],
      },
      { kind: "paragraph", text: ["As ", { strong: role }, ` you may ${MAY_DO[role]}.`] },
      eventDetails(event),
      { kind: "button", label: "View and accept", href: acceptUrl },
      {
        kind: "note",
        text: `The invitation works once, for the account with this address, until ${formatEventTime(expiresAt, event.timeZone)}.`,
      },
      { kind: "note", text: "If you do not know what this is about, ignore this mail." },
    ],
    reason: `You receive this because ${inviter} entered this address as a collaborator.`,
  });
}
