import { english } from "../../../i18n/english.ts";
import { eventTime } from "../../../i18n/event-time.ts";
import type { RenderedMail } from "./content.ts";
import { renderMail } from "./layout.ts";
import { type EventFacts, eventDetails, greeting, oneLine } from "./wording.ts";

export interface CollaboratorInviteProps {
  invitedByName: string;
  event: EventFacts;
  role: "owner" | "editor" | "viewer";
  acceptUrl: string;
  /** Epoch milliseconds; shown in the event's zone. */
  expiresAt: number;
}

const MAY_DO: Record<CollaboratorInviteProps["role"], string> = {
  owner: "manage everything, including the team",
  editor: "manage guests, invitations, messages and check-in",
  viewer: "see guests, replies and numbers",
};

const ARTICLE: Record<CollaboratorInviteProps["role"], string> = { owner: "an", editor: "an", viewer: "a" };

/** Invites a person to collaborate on an event. */
export function collaboratorInvite(props: CollaboratorInviteProps): RenderedMail {
  const { event, role, acceptUrl, expiresAt } = props;
  const [inviter, name] = [oneLine(props.invitedByName), oneLine(event.name)];
  return renderMail({
    subject: `${inviter} invited you to co-host ${name}`,
    preheader: `As ${ARTICLE[role]} ${role} you can ${MAY_DO[role]}.`,
    brand: null,
    heading: `Co-host ${name}`,
    blocks: [
      greeting(""),
      {
        kind: "paragraph",
        text: [{ strong: inviter }, " invited you to co-host ", { strong: name }, " on Usher."],
      },
      { kind: "paragraph", text: [`As ${ARTICLE[role]} `, { strong: role }, ` you can ${MAY_DO[role]}.`] },
      eventDetails(event),
      { kind: "button", label: "View invitation", href: acceptUrl },
      {
        kind: "note",
        text: `This invitation can be used once, with this email address, until ${eventTime(english(), expiresAt, null, event.timeZone)}.`,
      },
      { kind: "note", text: "If you weren't expecting this, you can ignore this email." },
    ],
    reason: `You're receiving this because ${inviter} entered this address to invite a co-host.`,
  });
}
