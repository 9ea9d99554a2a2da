import ical, { ICalCalendarMethod, ICalEventStatus } from "ical-generator";
import { parseSender } from "../adapters/mail/sender.ts";
import type { RequestContext } from "../context.ts";
import type { EventRow } from "../db/schema/events.ts";
import type { Texts } from "../i18n/texts.ts";
import { type HostRow, viaUsher } from "../platform/mail/host-sender.ts";

/** Links of calendars need an end, which the guest can change there before saving. */
const DEFAULT_DURATION_MS = 2 * 60 * 60 * 1000;

/** An event for a calendar. Times in epoch milliseconds. */
export type CalendarEvent = Pick<EventRow, "id" | "name" | "description" | "venue" | "eventDate" | "endTime">;

/** The additional values that a calendar file needs. */
export type CalendarEntry = CalendarEvent & Pick<EventRow, "calendarSequence" | "cancelledAt" | "updatedAt">;

/** Links that add the event to the common calendars. */
export interface CalendarLinks {
  google: string;
  outlook: string;
  yahoo: string;
  ics: string;
}

/** The URL of a guest's calendar file. */
export function calendarUrl({ config }: Pick<RequestContext, "config">, { token }: { token: string }): string {
  return `${config.PUBLIC_URL}/access/${token}/calendar.ics`;
}

/**
 * Returns a calendar file (RFC 5545) of one event. The UID is constant and the sequence rises with every change, so
 * that a calendar replaces its entry. The file of a cancelled event removes the entry.
 */
export function calendarFile(event: CalendarEntry, organizer: CalendarOrganizer): string {
  const calendar = ical({ prodId: "//Usher//Invitations//EN", method: calendarMethod(event) });
  calendar.createEvent({
    id: `${event.id}@usher`,
    stamp: new Date(event.updatedAt),
    sequence: event.calendarSequence,
    start: new Date(event.eventDate),
    // Without an end time, an event says when it begins, and no more (RFC 5545, section 3.6.1).
    end: event.endTime === null ? null : new Date(event.endTime),
    organizer,
    summary: event.name,
    description: event.description,
    location: event.venue,
    status: event.cancelledAt === null ? null : ICalEventStatus.CANCELLED,
  });
  // RFC 5545, section 3.1: every line ends in CRLF, the last one too.
  return `${calendar.toString()}\r\n`;
}

/** The organiser of an event: in a calendar, the addressee of questions. */
export interface CalendarOrganizer {
  name: string;
  email: string;
}

/**
 * Returns the organizer of a calendar file: the host, at the address to which guests' replies go, else at the service's.
 * Never a host's own address, which guests do not see elsewhere, and never the service's name: the entry has the host's
 * words.
 * @param texts in the guest's language, read only for a host without a name to show
 */
export async function calendarOrganizer(
  { config }: Pick<RequestContext, "config">,
  { event, hostName, isHostVerified }: HostRow,
  texts: () => Promise<Pick<Texts, "format">>,
): Promise<CalendarOrganizer> {
  const name = isHostVerified ? hostName : "";
  const replyTo = isHostVerified && event.replyToVerifiedAt !== null ? event.replyTo : null;
  return {
    name: name === "" ? viaUsher("", await texts()).fromName : name,
    email: replyTo ?? parseSender(config.EMAIL_FROM).address,
  };
}

/** The iTIP method (RFC 5546) of an event's calendar file. */
export function calendarMethod({ cancelledAt }: Pick<CalendarEntry, "cancelledAt">): ICalCalendarMethod {
  return cancelledAt === null ? ICalCalendarMethod.PUBLISH : ICalCalendarMethod.CANCEL;
}

/** @param icsUrl the URL of this guest's calendar file */
export function calendarLinks(event: CalendarEvent, icsUrl: string): CalendarLinks {
  // Each text is in three links.
  const name = encodeURIComponent(event.name);
  const details = encodeURIComponent(event.description ?? "");
  const venue = encodeURIComponent(event.venue ?? "");
  const start = new Date(event.eventDate).toISOString();
  const end = new Date(endOf(event)).toISOString();
  const [st, et] = [compact(start), compact(end)] as const;
  return {
    google: link("https://calendar.google.com/calendar/render?action=TEMPLATE", {
      text: name,
      dates: `${st}%2F${et}`,
      details,
      location: venue,
    }),
    outlook: link(
      "https://outlook.live.com/calendar/0/deeplink/compose?path=%2Fcalendar%2Faction%2Fcompose&rru=addevent",
      {
        subject: name,
        startdt: encodeURIComponent(start),
        enddt: encodeURIComponent(end),
        body: details,
        location: venue,
      },
    ),
    yahoo: link("https://calendar.yahoo.com/?v=60", { title: name, st, et, desc: details, in_loc: venue }),
    ics: icsUrl,
  };
}

function endOf(event: CalendarEvent): number {
  return event.endTime ?? event.eventDate + DEFAULT_DURATION_MS;
}

/** `20270605T153000Z` for an ISO time. */
function compact(moment: string): string {
  return moment.replace(/[-:]|\.\d{3}/g, "");
}

/** @param query encoded, with spaces as `%20`: some of these pages show a `+` literally. Empty values are left out */
function link(base: string, query: Record<string, string>): string {
  let url = base;
  for (const [key, value] of Object.entries(query)) if (value !== "") url += `&${key}=${value}`;
  return url;
}
