import type { Page } from "../page.tsx";
import { type AnswerInput, AnswerSection } from "./answer-section.tsx";
import { Cover, EventSheet } from "./event-sheet.tsx";
import { GUEST_STYLE } from "./guest-style.ts";
import { cardOf } from "./preview-page.tsx";

/** The invitation: what, when and where, the answer, and the code for the door. */
export function invitationPage(input: AnswerInput): Page {
  const { event, branding } = input.invitation;
  return {
    title: titleOf(input),
    card: cardOf(event.name, event.host_name),
    brand: { primaryColor: branding.primary_color, font: branding.font, logoUrl: null, coverUrl: null },
    layout: "event",
    script: "invitation",
    style: GUEST_STYLE,
    body: (
      <main>
        <Cover path={branding.cover_url} />
        <EventSheet invitation={input.invitation} />
        <AnswerSection {...input} />
        <p class="colophon">
          This is your personal link. Please don't forward it — anyone who has it can reply for you.
        </p>
      </main>
    ),
  };
}

function titleOf({ invitation: { event }, justAnswered, refused }: AnswerInput): string {
  if (refused !== null) return `Please check your reply · ${event.name}`;
  return justAnswered ? `Thanks · ${event.name}` : `You're invited: ${event.name}`;
}
