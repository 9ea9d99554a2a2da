import type * as z from "zod";
import type { Invitation } from "../../features/access/schemas.ts";
import { fileAt } from "../../features/uploads/upload-path.ts";
import { formatEventSpan } from "../../kernel/event-time.ts";
import { greetingName } from "../../kernel/greeting-name.ts";
import { hostLabel } from "../../kernel/host-label.ts";
import type { Page } from "../page.tsx";
import { AnswerForm, RESPONSE_WORDS } from "./answer-form-view.tsx";
import { cardOf } from "./preview-page.tsx";

type InvitationDocument = z.output<typeof Invitation>;

/** An invitation and how the guest came to it. */
export interface InvitationPageInput {
  invitation: InvitationDocument;
  /** The value in the link. */
  token: string;
  /** The nonce that the form sends along, while it is good for an edit. */
  editNonce: string | null;
  /** The guest has just sent this answer. */
  justAnswered: boolean;
}

/** The invitation: what, when and where, the answer, and the code for the door. */
export function invitationPage(input: InvitationPageInput): Page {
  const { invitation } = input;
  const { event, branding } = invitation;
  return {
    title: input.justAnswered ? `Thanks · ${event.name}` : `You're invited: ${event.name}`,
    card: cardOf(event.name, event.host_name),
    brand: { primaryColor: branding.primary_color, font: branding.font, logoUrl: null, coverUrl: null },
    layout: "event",
    script: "invitation",
    body: (
      <main>
        <Cover path={branding.cover_url} />
        <EventSheet invitation={invitation} />
        <section class="answer" aria-label="Your RSVP">
          <Answer {...input} />
        </section>
        <p class="colophon">
          This is your personal link. Please don't forward it — anyone who has it can reply for you.
        </p>
      </main>
    ),
  };
}

/** Only images that the service itself has stored: no other host learns that a guest opened this. */
function ownImage(path: string | null): string | null {
  return path !== null && fileAt(path) !== null ? path : null;
}

function Cover({ path }: { path: string | null }) {
  const image = ownImage(path);
  return image === null ? <div class="band" /> : <img class="cover" src={image} alt="" />;
}

function EventSheet({ invitation }: { invitation: InvitationDocument }) {
  const { event, guest, branding } = invitation;
  const logo = ownImage(branding.logo_url);
  return (
    <div class="sheet">
      {logo === null ? null : <img class="logo" src={logo} alt={hostLabel(event.host_name)} />}
      <p class="dear display">Dear {greetingName(guest.name)},</p>
      <h1>{event.name}</h1>
      <p class="host">{hostLabel(event.host_name)} would love to see you there.</p>
      <dl class="facts">
        <When event={event} />
        {event.venue === null ? null : (
          <div>
            <dt>Where</dt>
            <dd>{event.venue}</dd>
          </div>
        )}
        <div>
          <dt>Add to calendar</dt>
          <dd>
            <CalendarLinks links={invitation.calendar_links} />
          </dd>
        </div>
      </dl>
      {event.description === null ? null : <p class="about">{event.description}</p>}
    </div>
  );
}

/** In the event's own zone; the script adds the guest's, where it is another. */
function When({ event }: { event: InvitationDocument["event"] }) {
  const start = Date.parse(event.event_date);
  const end = event.end_time === null ? null : Date.parse(event.end_time);
  return (
    <div>
      <dt>When</dt>
      <dd>
        <time datetime={event.event_date}>{formatEventSpan(start, end, event.timezone)}</time>
        <p
          id="own-time"
          data-start={event.event_date}
          data-end={event.end_time ?? ""}
          data-zone={event.timezone}
          hidden
        />
      </dd>
    </div>
  );
}

function CalendarLinks({ links }: { links: InvitationDocument["calendar_links"] }) {
  const names = { ics: "Apple / other", google: "Google", outlook: "Outlook", yahoo: "Yahoo" } as const;
  return (
    <ul class="calendar">
      {(Object.keys(names) as (keyof typeof names)[]).map((name) => (
        <li>
          <a href={links[name]} rel="noreferrer">
            {names[name]}
            <span class="visually-hidden">: add to calendar</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

function Answer({ invitation, token, editNonce, justAnswered }: InvitationPageInput) {
  const { event, rsvp, guest } = invitation;
  if (invitation.rsvp_submitted_elsewhere) return <AnsweredElsewhere token={token} />;
  if (rsvp === undefined && invitation.arrived) return <Arrived />;
  if (rsvp === undefined) {
    return <AnswerForm action={`/i/${token}`} maxPlusOnes={guest.max_plus_ones} current={null} editNonce={null} />;
  }
  const edits = invitation.edits_left;
  return (
    <>
      <h2>{RESPONSE_WORDS[rsvp.response].done}</h2>
      <p role={justAnswered ? "status" : undefined}>
        {justAnswered ? `Thanks — ${hostLabel(event.host_name)} has your RSVP. ` : ""}
        {companions(rsvp)}
      </p>
      {invitation.check_in ? <DoorPass png={invitation.check_in.qr_png} name={guest.name} /> : null}
      {invitation.can_edit ? (
        <details open={editNonce !== null}>
          <summary>Change your RSVP</summary>
          <AnswerForm action={`/i/${token}`} maxPlusOnes={guest.max_plus_ones} current={rsvp} editNonce={editNonce} />
          {edits === 1 ? (
            <p>
              <small>You can change this once more.</small>
            </p>
          ) : null}
        </details>
      ) : null}
      {invitation.arrived ? <Arrived /> : null}
      {edits === 0 ? (
        <p class="muted">You've reached the limit for changes. Please contact {inSentence(event.host_name)}.</p>
      ) : null}
    </>
  );
}

function Arrived() {
  return <p class="muted">You're checked in, so your RSVP can't be changed here any more. Have a good time!</p>;
}

function companions({ response, plus_ones: count }: NonNullable<InvitationDocument["rsvp"]>): string {
  if (response === "declined") return "You'll be missed.";
  if (count === 0) return "Just you.";
  return `You + ${count} ${count === 1 ? "guest" : "guests"}`;
}

function DoorPass({ png, name }: { png: string; name: string }) {
  return (
    <div class="pass">
      <img src={`data:image/png;base64,${png}`} alt={`QR code of the door pass for ${name}`} id="door-code" />
      <h3>Your door pass</h3>
      <p class="muted">A screenshot works too. Lost your phone? Just give your name.</p>
    </div>
  );
}

function AnsweredElsewhere({ token }: { token: string }) {
  return (
    <>
      <h2>You've already replied</h2>
      <p>To protect your reply we only show it on the device you used. We can email you a link.</p>
      <form method="post" action={`/i/${token}/edit-link`}>
        <button type="submit" class="wide">
          Email me a link
        </button>
      </form>
    </>
  );
}

/** The host's name within a sentence. */
function inSentence(hostName: string): string {
  return hostName === "" ? "your host" : hostName;
}
