import { snakeName } from "../../kernel/case.ts";
import { toIsoTime } from "../../kernel/clock.ts";
import type { LiveActivity } from "./live-event.ts";

interface Person {
  id: string;
  name: string;
}

/**
 * Returns the activities of guests who were added to the list.
 * @param now epoch milliseconds
 */
export function guestsCreated(guests: readonly Person[], now: number): LiveActivity[] {
  return guests.map(({ id, name }) => ({ type: "guest.created", at: toIsoTime(now), guest: { id, name } }));
}

/**
 * Returns the activity of a guest's changed fields; nothing if all values are unchanged.
 * @param now epoch milliseconds
 */
export function guestUpdated(before: Person & object, fields: object, now: number): LiveActivity[] {
  const was: Readonly<Record<string, unknown>> = { ...before };
  const changed = Object.entries(fields).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(was[key]));
  if (changed.length === 0) return [];
  const guest = { id: before.id, name: before.name, ...("name" in fields ? { name: String(fields.name) } : {}) };
  return [{ type: "guest.updated", at: toIsoTime(now), guest, changed: changed.map(([key]) => snakeName(key)) }];
}

/**
 * Returns the activities of erased guests. Their IDs no longer identify anyone.
 * @param now epoch milliseconds
 */
export function guestsDeleted(guestIds: readonly string[], now: number): LiveActivity[] {
  return guestIds.map((guest_id) => ({ type: "guest.deleted", at: toIsoTime(now), guest_id }));
}
