import type * as z from "zod";
import type { Invitation } from "../../features/access/schemas.ts";
import { fileAt } from "../../features/uploads/upload-path.ts";
import { formatEventSpan } from "../../kernel/event-time.ts";
import { firstName } from "../../kernel/first-name.ts";
import { hostLabel } from "../../kernel/host-label.ts";
import { hostIn } from "./host-in.ts";
import { clockTime } from "./local-time.ts";

type InvitationDocument = z.output<typeof Invitation>;

/** Only images that the service itself has stored: no other host learns that a guest opened this. */
function ownImage(path: string | null): string | null {
  return path !== null && fileAt(path) !== null ? path : null;
}

export function Cover({ path }: { path: string | null }) {
  const image = ownImage(path);
  return image === null ? <div class="band" /> : <img class="cover" src={image} alt="" />;
}

/** What, when and where. */
export function EventSheet({ invitation }: { invitation: InvitationDocument }) {
  const { event, guest, branding } = invitation;
  const logo = ownImage(branding.logo_url);
  const canCome = invitation.allowed_responses.length > 0 || invitation.arrived !== undefined;
  const isCancelled = event.status === "cancelled";
  return (
    <div class="sheet">
      {logo === null ? null : <img class="logo" src={logo} alt={hostLabel(event.host_name)} />}
      {isCancelled ? <Cancelled message={event.cancel_message} /> : null}
      <p class="dear display">Dear {firstName(guest.name)},</p>
      <h1>{event.name}</h1>
      <p class="host">
        {canCome
          ? `${hostLabel(event.host_name)} would love to see you there.`
          : `Hosted by ${hostIn(event.host_name)}.`}
      </p>
      <dl class={isCancelled ? "facts off" : "facts"}>
        <When event={event} />
        {event.venue === null ? null : <Where venue={event.venue} />}
        <div>
          <dt>{isCancelled ? "Calendar" : "Add to calendar"}</dt>
          <dd>
            <CalendarLinks links={invitation.calendar_links} isCancelled={isCancelled} />
          </dd>
        </div>
      </dl>
      {event.description === null ? null : <p class="about">{event.description}</p>}
    </div>
  );
}

function Cancelled({ message }: { message: string | null }) {
  return (
    <div class="notice">
      <p>
        <strong>This event has been cancelled.</strong>
      </p>
      {message === null ? null : <p class="said">{message}</p>}
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
        {event.door_opens_at === null ? null : (
          <p>Doors open at {clockTime(Date.parse(event.door_opens_at), start, event.timezone)}</p>
        )}
      </dd>
    </div>
  );
}

/** A plain link: the map's service hears of the guest only when it is followed, and not from where. */
function Where({ venue }: { venue: string }) {
  return (
    <div>
      <dt>Where</dt>
      <dd>
        {venue}
        {isAddress(venue) ? null : (
          <p>
            <a href={`https://www.openstreetmap.org/search?query=${encodeURIComponent(venue)}`} rel="noreferrer">
              Show on a map
            </a>
          </p>
        )}
      </dd>
    </div>
  );
}

/** An event online is at no place. */
function isAddress(venue: string): boolean {
  return /^https?:/i.test(venue.trim());
}

interface CalendarLinksProps {
  links: InvitationDocument["calendar_links"];
  /** Only the file takes a cancelled event away. */
  isCancelled: boolean;
}

function CalendarLinks({ links, isCancelled }: CalendarLinksProps) {
  if (isCancelled) {
    return (
      <a href={links.ics} rel="noreferrer">
        Remove from calendar
      </a>
    );
  }
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
