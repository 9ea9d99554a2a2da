import type { ChangeEvent, Event } from "@usher/client";
import { momentOf, wallTimeOf } from "../../i18n/zoned-time.ts";

/** The fields of an event as a form has them: texts as typed, times as the clocks of the event's zone show them. */
export interface EventValues {
  name: string;
  description: string;
  venue: string;
  timezone: string;
  event_date: string;
  end_time: string;
  door_opens_at: string;
  rsvp_deadline: string;
  locale: string;
  reply_to: string;
  /** Codes of countries as typed: `DE, AT`. */
  sms_countries: string;
  lost_links: boolean;
  companion_names: Event["companion_names"];
}
export type EventField = keyof EventValues;

const TIMES = ["event_date", "end_time", "door_opens_at", "rsvp_deadline"] as const;
const TEXTS = ["description", "venue", "reply_to"] as const;
const CHOICES = ["name", "timezone", "locale", "lost_links", "companion_names"] as const;
/** Of changes to these, guests can be told. */
const TOLD = ["name", "event_date", "end_time", "timezone", "venue", "description"] as const;
/** Whoever does not hear of these comes at the wrong time or to the wrong place. */
const URGENT: readonly (typeof TOLD)[number][] = ["event_date", "timezone", "venue"];

/** When the doors open unless the host says otherwise, before the event. Milliseconds. */
const DOOR_LEAD_MS = 2 * 3_600_000;

export function valuesOf(event: Event): EventValues {
  const { timezone } = event;
  const wall = (at: string | null) => (at === null ? "" : wallTimeOf(at, timezone));
  return {
    name: event.name,
    description: event.description ?? "",
    venue: event.venue ?? "",
    timezone,
    event_date: wall(event.event_date),
    end_time: wall(event.end_time),
    door_opens_at: wall(event.door_opens_at),
    rsvp_deadline: wall(event.rsvp_deadline),
    locale: event.locale,
    reply_to: event.reply_to ?? "",
    sms_countries: event.sms_countries.join(", "),
    lost_links: event.lost_links,
    companion_names: event.companion_names,
  };
}

/** The form with what was edited. Doors that open as long before the event as they do by themselves move with it. */
export function editedValues(event: Event, edits: Partial<EventValues>): EventValues {
  const values = { ...valuesOf(event), ...edits };
  const start = momentOf(values.event_date, values.timezone);
  if (edits.door_opens_at !== undefined || !doorsFollow(event) || start === null) return values;
  return { ...values, door_opens_at: wallTimeOf(Date.parse(start) - DOOR_LEAD_MS, values.timezone) };
}

/**
 * What has to be sent so that the event becomes what the form says. Clocks are meant, not moments: in another zone an event
 * at 19:00 is still at 19:00.
 */
export function changesOf(event: Event, edits: Partial<EventValues>): ChangeEvent {
  const [before, after] = [valuesOf(event), editedValues(event, edits)];
  const isMoved = after.timezone !== before.timezone;
  const changes: ChangeEvent = {};
  for (const field of TIMES) {
    const moment = momentOf(after[field], after.timezone);
    if (after[field] === before[field] && (!isMoved || moment === null)) continue;
    if (field !== "event_date") changes[field] = moment;
    else if (moment !== null) changes.event_date = moment;
  }
  // Null is "as long before the start as always", also after the next change of the start.
  if (edits.door_opens_at === undefined && changes.door_opens_at !== undefined && doorsFollow(event)) {
    changes.door_opens_at = null;
  }
  for (const field of TEXTS) {
    const text = after[field].trim();
    if (text !== before[field]) changes[field] = text === "" ? null : text;
  }
  if (after.sms_countries !== before.sms_countries) changes.sms_countries = codesIn(after.sms_countries);
  const chosen = CHOICES.filter((field) => after[field] !== before[field]).map((field) => [field, after[field]]);
  return { ...changes, ...Object.fromEntries(chosen) };
}

/** The codes of a list of countries as it is typed. */
export function codesIn(text: string): string[] {
  return text.toUpperCase().match(/[^\s,;]+/g) ?? [];
}

function doorsFollow({ event_date, door_opens_at }: Event): boolean {
  return Date.parse(event_date) - Date.parse(door_opens_at) === DOOR_LEAD_MS;
}

/** What of a change guests can be told, and whether they had better be. */
export function newsOf(changes: ChangeEvent): { fields: (typeof TOLD)[number][]; isUrgent: boolean } {
  const fields = TOLD.filter((field) => changes[field] !== undefined);
  return { fields, isUrgent: fields.some((field) => URGENT.includes(field)) };
}

/** The times that contradict each other. */
export function contradictions(values: EventValues): ("end_time" | "door_opens_at" | "rsvp_deadline")[] {
  const { event_date, end_time, door_opens_at, rsvp_deadline } = values;
  // Clocks of one zone: their texts are in the order of the times.
  return [
    ...(end_time !== "" && end_time <= event_date ? (["end_time"] as const) : []),
    ...(door_opens_at > (end_time === "" ? event_date : end_time) ? (["door_opens_at"] as const) : []),
    ...(rsvp_deadline > event_date ? (["rsvp_deadline"] as const) : []),
  ];
}
