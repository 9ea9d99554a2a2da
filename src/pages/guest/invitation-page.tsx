import type { Texts } from "../../i18n/texts.ts";
import { type Greeted, greetingValues } from "../../kernel/greeting-name.ts";
import { LanguageSwitch } from "../language/language-switch.tsx";
import type { Page } from "../page.tsx";
import { type AnswerInput, AnswerSection } from "./answer-section.tsx";
import { isEventDay, passEnd } from "./event-day.tsx";
import { Cover, EventDetails, EventSheet } from "./event-sheet.tsx";
import { isCrowded } from "./first-screen.ts";
import { GUEST_STYLE } from "./guest-style.ts";
import { linkCard } from "./link-card.ts";

/** Returns the line that greets a guest. `locale` is the guest's own, BCP 47; null: the event's. */
export function dearLine(texts: Texts, guest: Greeted & { locale: string | null }): string {
  return texts.format("guest.dear", greetingValues(guest, guest.locale, texts.locale));
}

/** The invitation: event, time and place, then the RSVP with the door code, then directions and calendar. */
export function invitationPage({ dear, ...input }: AnswerInput & { dear: string }): Page {
  const { texts, token, editNonce } = input;
  const { event, branding } = input.invitation;
  const isOver = input.now >= passEnd(event);
  const isPassFirst = input.passPng !== null && isEventDay(event, input.now, texts.formats.day);
  const answer = <AnswerSection {...input} />;
  const query = editNonce === null ? "" : `?${new URLSearchParams({ edit: editNonce })}`;
  return {
    title: titleOf(input),
    texts,
    card: linkCard(texts, {
      eventName: event.name,
      hostName: event.host_name,
      eventDate: Date.parse(event.event_date),
      timezone: event.timezone,
      theme: branding.theme,
      coverUrl: branding.cover_url,
    }),
    brand: {
      primaryColor: branding.primary_color,
      font: branding.font,
      theme: branding.theme,
      logoUrl: null,
      coverUrl: null,
    },
    layout: "event",
    script: "invitation",
    style: GUEST_STYLE,
    body: (
      <main
        class={isCrowded(input.invitation, dear, texts) ? "crowded" : undefined}
        data-not-sent={texts.format("guest.not-sent")}
        data-unchanged={texts.format("guest.unchanged")}
      >
        {isPassFirst ? answer : null}
        <Cover path={branding.cover_url} />
        <EventSheet invitation={input.invitation} dear={dear} isOver={isOver} />
        {isPassFirst ? null : answer}
        <EventDetails invitation={input.invitation} isOver={isOver} />
        <footer class="colophon">
          <p>{texts.format("guest.personal")}</p>
          <p>
            <a href="/privacy">{texts.format("privacy.title")}</a>
          </p>
          <LanguageSwitch to={`/i/${token}${query}`} action={`/i/${token}/language`} />
        </footer>
      </main>
    ),
  };
}

function titleOf({ invitation, justAnswered, refused, texts }: AnswerInput): string {
  const id = refused !== null ? "guest.check-title" : justAnswered ? "guest.thanks-title" : "guest.invited-title";
  return texts.format(id, { event: invitation.event.name });
}
