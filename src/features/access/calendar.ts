import ical, { ICalCalendarMethod, ICalEventStatus } from "ical-generator";

/** Duration of an event without an end time. */
const DEFAULT_DURATION_MS = 2 * 60 * 60 * 1000;

/** An event for a calendar. Times in epoch milliseconds. */
export interface CalendarEvent {
  id: string;
  name: string;
  description: string | null;
  venue: string | null;
  eventDate: number;
  endTime: number | null;
}

/** What a calendar file needs besides. */
export interface CalendarEntry extends CalendarEvent {
  calendarSequence: number;
  cancelledAt: number | null;
  updatedAt: number;
}

/** Links that add the event to the common calendars. */
export interface CalendarLinks {
  google: string;
  outlook: string;
  yahoo: string;
  ics: string;
}

/**
 * A calendar file (RFC 5545) of one event. The UID is constant and the sequence rises with every change, so that a
 * calendar that has the event replaces it. That of a cancelled event takes it out of the calendar.
 */
export function calendarFile(event: CalendarEntry): string {
  const calendar = ical({ prodId: "-//Usher//Invitations//EN", method: calendarMethod(event) });
  calendar.createEvent({
    id: `${event.id}@usher`,
    stamp: new Date(event.updatedAt),
    sequence: event.calendarSequence,
    start: new Date(event.eventDate),
    end: new Date(endOf(event)),
    summary: event.name,
    description: event.description,
    location: event.venue,
    status: event.cancelledAt === null ? null : ICalEventStatus.CANCELLED,
  });
  // RFC 5545, section 3.1: every line ends in CRLF, the last one too.
  return `${calendar.toString()}\r\n`;
}

/** The iTIP method (RFC 5546) of an event's calendar file. */
export function calendarMethod({ cancelledAt }: Pick<CalendarEntry, "cancelledAt">): ICalCalendarMethod {
  return cancelledAt === null ? ICalCalendarMethod.PUBLISH : ICalCalendarMethod.CANCEL;
}

/** @param icsUrl the URL of this guest's calendar file */
export function calendarLinks(event: CalendarEvent, icsUrl: string): CalendarLinks {
  const description = event.description ?? "";
  const venue = event.venue ?? "";
  const start = new Date(event.eventDate);
  const end = new Date(endOf(event));
  return {
    google: link("https://calendar.google.com/calendar/render", {
      action: "TEMPLATE",
      text: event.name,
      dates: `${compact(start)}/${compact(end)}`,
      details: description,
      location: venue,
    }),
    outlook: link("https://outlook.live.com/calendar/0/deeplink/compose", {
      path: "/calendar/action/compose",
      rru: "addevent",
      subject: event.name,
      startdt: start.toISOString(),
      enddt: end.toISOString(),
      body: description,
      location: venue,
    }),
    yahoo: link("https://calendar.yahoo.com/", {
      v: "60",
      title: event.name,
      st: compact(start),
      et: compact(end),
      desc: description,
      in_loc: venue,
    }),
    ics: icsUrl,
  };
}

function endOf(event: CalendarEvent): number {
  return event.endTime ?? event.eventDate + DEFAULT_DURATION_MS;
}

/** `20270605T153000Z`. */
function compact(moment: Date): string {
  return moment.toISOString().replace(/[-:]|\.\d{3}/g, "");
}

/** Spaces as `%20`: some of these pages show a `+` literally. */
function link(base: string, query: Record<string, string>): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== "");
  return `${base}?${pairs.map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join("&")}`;
}
