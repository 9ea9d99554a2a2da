import { eventTime } from "../i18n/event-time.ts";
import type { HostTexts } from "../i18n/texts.ts";
import { oneLine } from "../kernel/visible-text.ts";
import type { Role } from "../platform/authorization/caller.ts";
import type { MailSamples, RenderedMail } from "../platform/mail/content.ts";
import { renderMail } from "../platform/mail/layout.ts";
import { EVENT, UNSUBSCRIBE_URL } from "../platform/mail/sample-data.ts";
import { type EventFacts, eventDetails, greeting, phrase } from "../platform/mail/wording.ts";

export interface CollaboratorInviteProps {
  texts: HostTexts;
  /** From `shownName`. */
  invitedByName: string;
  event: EventFacts;
  role: Role;
  acceptUrl: string;
  /** Epoch milliseconds; shown in the event's zone. */
  expiresAt: number;
  unsubscribeUrl: string | undefined;
}

/** Invites a person to collaborate on an event. */
export function collaboratorInvite(props: CollaboratorInviteProps): RenderedMail {
  const { texts, role, acceptUrl, expiresAt } = props;
  const { format } = texts;
  const { invitedByName: inviter } = props;
  const names = { host: inviter || format("team.somebody"), event: oneLine(props.event.name) };
  return renderMail({
    texts,
    subject: format("team.invite-subject", names),
    preheader: format("team.invite-role", { role }),
    brand: null,
    heading: format("team.invite-head", names),
    blocks: [
      greeting("", texts),
      { kind: "paragraph", text: phrase(texts, "team.invite-says", names) },
      { kind: "paragraph", text: phrase(texts, "team.invite-role", { role }) },
      eventDetails(props.event, texts),
      { kind: "button", label: format("team.invite-button"), href: acceptUrl },
      {
        kind: "note",
        text: format("team.invite-until", { date: eventTime(texts, expiresAt, null, props.event.timeZone) }),
      },
      { kind: "note", text: format("team.invite-note") },
    ],
    reason: format("team.invite-reason", { host: names.host, named: inviter === "" ? "no" : "yes" }),
    sentBy: inviter || null,
    unsubscribeUrl: props.unsubscribeUrl,
  });
}

function sample(texts: HostTexts, role: CollaboratorInviteProps["role"], invitedByName: string): RenderedMail {
  const acceptUrl = "https://usher.example/invites/sample";
  return collaboratorInvite({
    texts,
    role,
    invitedByName,
    event: EVENT,
    acceptUrl,
    expiresAt: Date.UTC(2027, 5, 8, 9, 0),
    unsubscribeUrl: UNSUBSCRIBE_URL,
  });
}

/** @public For `npm run mail:preview` and for tests in each language. */
export const samples: MailSamples = {
  "collaborator-invite": (texts) => sample(texts, "editor", "Ana Lindqvist"),
  "collaborator-invite-owner": (texts) => sample(texts, "owner", "Ana Lindqvist"),
  "collaborator-invite-viewer": (texts) => sample(texts, "viewer", ""),
};
