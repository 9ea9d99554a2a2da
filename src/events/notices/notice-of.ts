import { MINUTE_MS } from "../../kernel/clock.ts";

/** The fields of an event of which guests are told. Times in epoch milliseconds. */
export interface NoticedEvent {
  name: string;
  description: string | null;
  venue: string | null;
  eventDate: number;
  endTime: number | null;
  timezone: string;
  cancelledAt: number | null;
}

export type NoticedField = keyof NoticedEvent;

/** Of the fields that a notice is about, the values that guests know, each in a list of its own. */
export type ChangedFrom = { [F in NoticedField]?: readonly [NoticedEvent[F]] };

export type NoticeKind = "changed" | "cancelled" | "reinstated";

/** The fields that a host changes with PATCH. */
const CHANGEABLE = ["name", "description", "venue", "eventDate", "endTime", "timezone"] as const;

/** What a notice says besides the event as it is now. Null: guests know it as it is. */
export interface Notice {
  kind: NoticeKind;
  /** The name that guests know. */
  oldName: string | null;
  oldTime: { startsAt: number; endsAt: number | null; timeZone: string } | null;
  /** `value` is null where there was none. */
  oldVenue: { value: string | null } | null;
  hasNewDescription: boolean;
}

/** The fields that a change sets to another value, of those that guests are told of. */
export function noticedFields(before: NoticedEvent, changes: Partial<NoticedEvent>): NoticedField[] {
  return CHANGEABLE.filter((field) => field in changes && changes[field] !== before[field]);
}

/**
 * What guests have to be told, or null when there is nothing: every change was taken back, or the event is cancelled and
 * they know it.
 * @param from the values that they know
 * @param event as it is now
 */
export function noticeOf(from: ChangedFrom, event: NoticedEvent): Notice | null {
  const wasCancelled = (from.cancelledAt?.[0] ?? null) !== null;
  const knewState = from.cancelledAt !== undefined;
  if (event.cancelledAt !== null) {
    return knewState && !wasCancelled ? { ...differences(from, event), kind: "cancelled" } : null;
  }
  const found = differences(from, event);
  if (knewState && wasCancelled) return { ...found, kind: "reinstated" };
  const isSame =
    found.oldName === null && found.oldTime === null && found.oldVenue === null && !found.hasNewDescription;
  return isSame ? null : { ...found, kind: "changed" };
}

function differences(from: ChangedFrom, event: NoticedEvent): Omit<Notice, "kind"> {
  const old = known(from, event);
  return {
    oldName: old.name === event.name ? null : old.name,
    oldTime:
      timeOf(old) === timeOf(event) ? null : { startsAt: old.eventDate, endsAt: old.endTime, timeZone: old.timezone },
    oldVenue: old.venue === event.venue ? null : { value: old.venue },
    hasNewDescription: old.description !== event.description,
  };
}

/** The event as guests know it. */
function known(from: ChangedFrom, event: NoticedEvent): NoticedEvent {
  const values = Object.fromEntries(Object.entries(from).map(([field, [value]]) => [field, value]));
  return { ...event, ...values };
}

/** What guests read of a time: they see no seconds. */
function timeOf({ eventDate, endTime, timezone }: NoticedEvent): string {
  return JSON.stringify([minuteOf(eventDate), endTime === null ? null : minuteOf(endTime), timezone]);
}

function minuteOf(moment: number): number {
  return Math.floor(moment / MINUTE_MS);
}
