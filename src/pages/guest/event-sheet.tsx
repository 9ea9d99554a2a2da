import type * as z from "zod";
import type { Invitation } from "../../access/schemas.ts";
import { fileAt } from "../../events/images/upload-path.ts";
import { eventTime } from "../../i18n/event-time.ts";
import type { TextId } from "../../i18n/texts.ts";
import { standingOfRsvp } from "../../kernel/standing.ts";
import { T, useTexts } from "../texts.tsx";
import { nameClass } from "./first-screen.ts";
import { hostAtStart, hostIn } from "./host-in.ts";
import { doorsText } from "./local-time.ts";
import { PlacedTime } from "./placed-time.tsx";

type InvitationDocument = z.output<typeof Invitation>;

/** Only images that the service itself has stored: no other host learns that a guest opened this. */
export function ownImage(path: string | null): string | null {
  return path !== null && fileAt(path) !== null ? path : null;
}

export function Cover({ path }: { path: string | null }) {
  const image = ownImage(path);
  return image === null ? <div class="band" /> : <img class="cover" src={image} alt="" />;
}

interface EventSheetProps {
  invitation: InvitationDocument;
  dear: string;
  /** The end of the event has passed. */
  isOver: boolean;
}

/** Name, time and place of the event: the text above the RSVP form. */
export function EventSheet({ invitation, dear, isOver }: EventSheetProps) {
  const { event, branding } = invitation;
  const logo = ownImage(branding.logo_url);
  const isCancelled = event.status === "cancelled";
  const texts = useTexts();
  const { format } = texts;
  return (
    <div class="sheet">
      {logo === null ? null : <img class="logo" src={logo} alt={hostAtStart(texts, event.host_name)} />}
      {isCancelled ? <Cancelled message={event.cancel_message} /> : null}
      <p class="dear display">{dear}</p>
      <h1 class={nameClass(event.name)}>{event.name}</h1>
      <p class="host">
        {isCancelled || isOver
          ? format("guest.hosted-by", { host: hostIn(texts, event.host_name) })
          : format("guest.would-love", { host: hostAtStart(texts, event.host_name) })}
      </p>
      <dl class={isCancelled ? "when off" : "when"}>
        <When event={event} />
        {event.venue === null ? null : <Where venue={event.venue} />}
      </dl>
    </div>
  );
}

/** The host's description, and the facts for the day. A guest with a seat sees the facts for the day first. */
export function EventDetails({ invitation, isOver }: Omit<EventSheetProps, "dear">) {
  const { event, rsvp } = invitation;
  const about =
    event.description === null ? null : (
      <p class="about" dir="auto">
        {event.description}
      </p>
    );
  const isComing = rsvp !== undefined && standingOfRsvp(rsvp) === "coming";
  return (
    <div class="more">
      {isComing ? null : about}
      {isOver ? null : <OnTheDay invitation={invitation} />}
      {isComing ? about : null}
    </div>
  );
}

/** The time in the guest's time zone, the doors, directions and calendar links. */
function OnTheDay({ invitation }: { invitation: InvitationDocument }) {
  const { event } = invitation;
  const { format } = useTexts();
  const isCancelled = event.status === "cancelled";
  return (
    <div class={isCancelled ? "day off" : "day"}>
      <OwnTime event={event} />
      <Doors event={event} />
      <dl class="facts">
        {event.venue === null ? null : <Directions venue={event.venue} />}
        <div>
          <dt>{format(isCancelled ? "guest.calendar" : "guest.calendar-add")}</dt>
          <dd>
            <CalendarLinks links={invitation.calendar_links} isCancelled={isCancelled} />
          </dd>
        </div>
      </dl>
    </div>
  );
}

function Cancelled({ message }: { message: string | null }) {
  return (
    <div class="notice">
      <p>
        <strong>
          <T id="guest.cancelled" />
        </strong>
      </p>
      {message === null ? null : (
        <p class="said" dir="auto">
          {message}
        </p>
      )}
    </div>
  );
}

/** Stands for what the script fills in; see src/pages/client/guest/own-time.ts. */
const SLOTS = { day: "\uE000", time: "\uE001", start: "\uE001", endDay: "\uE002", end: "\uE003", zone: "" };

/** In the event's own zone. */
function When({ event }: { event: InvitationDocument["event"] }) {
  const texts = useTexts();
  const start = Date.parse(event.event_date);
  const end = event.end_time === null ? null : Date.parse(event.end_time);
  return (
    <div>
      <dt class="visually-hidden">{texts.format("guest.when")}</dt>
      <dd>
        <time datetime={event.event_date}>
          <PlacedTime text={eventTime(texts, start, end, event.timezone)} at={start} timeZone={event.timezone} />
        </time>
      </dd>
    </div>
  );
}

/** Cut to two lines on a phone: `Directions` has all of it. */
function Where({ venue }: { venue: string }) {
  return (
    <div>
      <dt class="visually-hidden">
        <T id="guest.where" />
      </dt>
      <dd>
        <bdi>{venue}</bdi>
      </dd>
    </div>
  );
}

/** Filled in by the script where the guest's zone is another than the event's. Below the choice, which it would move. */
function OwnTime({ event }: { event: InvitationDocument["event"] }) {
  const texts = useTexts();
  const patternOf = (id: TextId) => texts.format(id, SLOTS).trim();
  return (
    <p
      id="own-time"
      data-start={event.event_date}
      data-end={event.end_time ?? ""}
      data-zone={event.timezone}
      data-locale={texts.formatTag}
      data-time={patternOf("common.day-and-time")}
      data-span={patternOf("common.event-span")}
      data-days={patternOf("common.event-days")}
      hidden
    >
      <T id="guest.your-time" elements={{ time: <span /> }} />
    </p>
  );
}

function Doors({ event }: { event: InvitationDocument["event"] }) {
  const texts = useTexts();
  if (event.door_opens_at === null) return null;
  const opensAt = Date.parse(event.door_opens_at);
  return (
    <p class="doors">
      <PlacedTime
        text={doorsText(texts, opensAt, Date.parse(event.event_date), event.timezone)}
        at={opensAt}
        timeZone={event.timezone}
      />
    </p>
  );
}

/** Venues longer than this may be cut above the choice. Characters. */
const MAX_SHOWN_VENUE = 50;

/** The way to the venue, and all of its name where that may be cut above. */
function Directions({ venue }: { venue: string }) {
  const isCut = venue.length > MAX_SHOWN_VENUE;
  if (!isCut && !isAddress(venue)) return null;
  return (
    <div>
      <dt>
        <T id="guest.where" />
      </dt>
      <dd>
        {isCut ? <bdi>{venue}</bdi> : null}
        {isAddress(venue) ? (
          <p>
            <MapLink venue={venue} />
          </p>
        ) : null}
      </dd>
    </div>
  );
}

/** A plain link: the map's service hears of the guest only when it is followed, and not from where. */
export function MapLink({ venue }: { venue: string }) {
  return isAddress(venue) ? (
    <a href={`https://www.openstreetmap.org/search?query=${encodeURIComponent(venue)}`} rel="noreferrer">
      <T id="guest.map" />
    </a>
  ) : null;
}

/** False for an event online, whose venue is a web address. */
function isAddress(venue: string): boolean {
  return !/^https?:/i.test(venue.trim());
}

interface CalendarLinksProps {
  links: InvitationDocument["calendar_links"];
  /** Only the file takes a cancelled event away. */
  isCancelled: boolean;
}

function CalendarLinks({ links, isCancelled }: CalendarLinksProps) {
  const { format } = useTexts();
  if (isCancelled) {
    return (
      <a href={links.ics} rel="noreferrer">
        {format("guest.calendar-remove")}
      </a>
    );
  }
  const names = { ics: format("guest.calendar-other"), google: "Google", outlook: "Outlook", yahoo: "Yahoo" };
  return (
    <ul class="calendar">
      {(Object.keys(names) as (keyof typeof names)[]).map((name) => (
        <li>
          <a
            href={links[name]}
            rel="noreferrer"
            aria-label={format("guest.calendar-add-to", { calendar: names[name] })}
          >
            {names[name]}
          </a>
        </li>
      ))}
    </ul>
  );
}
