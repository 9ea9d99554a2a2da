import type { ChangeEvent, Event } from "@usher/client";
import { momentOf, wallTimeOf } from "../../i18n/zoned-time.ts";

/** The values of an event's form: texts as typed, and times local to the event. */
export type EventValues = ReturnType<typeof valuesOf>;
export type EventField = keyof EventValues;

const TIMES = ["event_date", "end_time", "door_opens_at", "rsvp_deadline"] as const;
const TEXTS = ["description", "venue", "reply_to"] as const;
const CHOICES = [
  "name",
  "timezone",
  "locale",
  "address_form",
  "lost_links",
  "companion_names",
  "default_party_size",
] as const;
/** Fields whose changes can be emailed to guests. */
const ANNOUNCED = ["name", "event_date", "end_time", "timezone", "venue", "description"] as const;
export type AnnouncedField = (typeof ANNOUNCED)[number];
/** A guest who misses these changes comes at the wrong time or to the wrong place. */
const URGENT: readonly AnnouncedField[] = ["event_date", "timezone", "venue"];

/** By default the doors open this long before the start. Milliseconds. */
const DOOR_LEAD_MS = 2 * 3_600_000;

export function valuesOf(event: Event) {
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
    address_form: event.address_form,
    reply_to: event.reply_to ?? "",
    sms_countries: event.sms_countries.join(", "),
    lost_links: event.lost_links,
    companion_names: event.companion_names,
    default_party_size: event.default_party_size,
  };
}

/** Returns the form with the edits. The opening of the doors moves with the start if it has its default. */
export function editedValues(event: Event, edits: Partial<EventValues>): EventValues {
  const values = { ...valuesOf(event), ...edits };
  const start = momentOf(values.event_date, values.timezone);
  if (edits.door_opens_at !== undefined || !doorsFollow(event) || start === null) return values;
  return { ...values, door_opens_at: wallTimeOf(Date.parse(start) - DOOR_LEAD_MS, values.timezone) };
}

/** Returns the changes to send. Local times stay: in another time zone an event at 19:00 is still at 19:00. */
export function changesOf(event: Event, edits: Partial<EventValues>): ChangeEvent {
  const [before, after] = [valuesOf(event), editedValues(event, edits)];
  const isMoved = after.timezone !== before.timezone;
  const changes: ChangeEvent = {};
  for (const field of TIMES) {
    const time = momentOf(after[field], after.timezone);
    if (after[field] === before[field] && (!isMoved || time === null)) continue;
    if (field !== "event_date") changes[field] = time;
    else if (time !== null) changes.event_date = time;
  }
  // Null is the default time before the start, also after later changes of the start.
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

export function codesIn(text: string): string[] {
  return text.toUpperCase().match(/[^\s,;]+/g) ?? [];
}

function doorsFollow({ event_date, door_opens_at }: Event): boolean {
  return Date.parse(event_date) - Date.parse(door_opens_at) === DOOR_LEAD_MS;
}

/** Returns the changed fields that can be emailed to guests, and whether the email is urgent. */
export function announcedChanges(changes: ChangeEvent): { fields: AnnouncedField[]; isUrgent: boolean } {
  const fields = ANNOUNCED.filter((field) => changes[field] !== undefined);
  return { fields, isUrgent: fields.some((field) => URGENT.includes(field)) };
}

/** Returns the times that contradict others. */
export function contradictions(values: EventValues): ("end_time" | "door_opens_at" | "rsvp_deadline")[] {
  // Local times do not sort where the clocks change: a skipped time is an hour later. ISO times sort as texts.
  const at = (field: (typeof TIMES)[number]) => momentOf(values[field], values.timezone) ?? "";
  const [start, end] = [at("event_date"), at("end_time")];
  return [
    ...(end !== "" && end <= start ? (["end_time"] as const) : []),
    ...(at("door_opens_at") > (end === "" ? start : end) ? (["door_opens_at"] as const) : []),
    ...(at("rsvp_deadline") > start ? (["rsvp_deadline"] as const) : []),
  ];
}
