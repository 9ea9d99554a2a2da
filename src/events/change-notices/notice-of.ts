import type { EventRow } from "../../db/schema/events.ts";
import type { messages } from "../../db/schema/messages.ts";
import { MINUTE_MS } from "../../kernel/clock.ts";

/** The fields of an event that guests are notified about. Times in epoch milliseconds. */
export type NoticedEvent = Pick<
  EventRow,
  "name" | "description" | "venue" | "eventDate" | "endTime" | "timezone" | "cancelledAt"
>;

export type NoticedField = keyof NoticedEvent;

/** The values that guests know of the changed fields, each in its own list. */
export type ChangedFrom = { [F in NoticedField]?: readonly [NoticedEvent[F]] };

export type NoticeKind = NonNullable<typeof messages.$inferSelect.notice>;

/** The fields that a host changes with PATCH. */
const CHANGEABLE = ["name", "description", "venue", "eventDate", "endTime", "timezone"] as const;

/** The content of a notice in addition to the current event. Null: guests know the current event. */
export interface Notice {
  kind: NoticeKind;
  /** The name that guests know. */
  oldName: string | null;
  oldTime: { startsAt: number; endsAt: number | null; timeZone: string } | null;
  /** `value` is null if the event had no venue. */
  oldVenue: { value: string | null } | null;
  hasNewDescription: boolean;
}

/** Returns the fields that a change sets to what reads as another value, among those that guests are notified about. */
export function noticedFields(before: NoticedEvent, changes: Partial<NoticedEvent>): NoticedField[] {
  const after = { ...before, ...changes };
  return CHANGEABLE.filter((field) => field in changes && read(after[field]) !== read(before[field]));
}

/** A value as guests read it: without seconds, and with one space for all white space. */
function read(value: NoticedEvent[NoticedField]): string | number | null {
  if (typeof value === "number") return Math.floor(value / MINUTE_MS);
  return value?.replace(/\s+/g, " ").trim() || null;
}

/**
 * Returns the content of a notice. Null if every change was undone, or if the event is cancelled and guests know that.
 * @param from the values that guests know
 * @param event the current event
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
  const isSame = (field: NoticedField) => read(old[field]) === read(event[field]);
  return {
    oldName: isSame("name") ? null : old.name,
    oldTime:
      isSame("eventDate") && isSame("endTime") && isSame("timezone")
        ? null
        : { startsAt: old.eventDate, endsAt: old.endTime, timeZone: old.timezone },
    oldVenue: isSame("venue") ? null : { value: old.venue },
    hasNewDescription: !isSame("description"),
  };
}

/** The event as guests know it. */
function known(from: ChangedFrom, event: NoticedEvent): NoticedEvent {
  const values = Object.fromEntries(Object.entries(from).map(([field, [value]]) => [field, value]));
  return { ...event, ...values };
}
