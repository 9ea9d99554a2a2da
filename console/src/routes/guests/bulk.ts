import type { ChangeGuests, Guest } from "@usher/client";
import { api } from "../../api/client.ts";
import { changeListed, refreshGuests } from "./queries.ts";

/** A change of many guests, without their IDs. */
export type BulkChange = Omit<ChangeGuests, "guest_ids">;

/** Tags that differ only in case are one tag. */
const keyOf = (tag: string) => tag.toLowerCase();

/** Returns a guest as changed, to be shown before the API responds. */
function afterChange(guest: Guest, { add_tags = [], remove_tags = [], table, party_size }: BulkChange): Guest {
  const removed = new Set(remove_tags.map(keyOf));
  const kept = guest.tags.filter((tag) => !removed.has(keyOf(tag)));
  const present = new Set(kept.map(keyOf));
  return {
    ...guest,
    tags: [...kept, ...add_tags.filter((tag) => !present.has(keyOf(tag)))],
    ...(table === undefined ? {} : { table }),
    ...(party_size === undefined ? {} : { party_size }),
  };
}

/** Returns the requests that restore guests after a change, one per distinct value. */
function undoOf(guests: readonly Guest[], change: BulkChange): ChangeGuests[] {
  const groups = new Map<string, ChangeGuests>();
  for (const guest of guests) {
    const had = new Set(guest.tags.map(keyOf));
    const restored: BulkChange = {
      ...(change.table === undefined ? {} : { table: guest.table }),
      ...(change.party_size === undefined ? {} : { party_size: guest.party_size }),
      ...(change.add_tags === undefined ? {} : { remove_tags: change.add_tags.filter((tag) => !had.has(keyOf(tag))) }),
      ...(change.remove_tags === undefined
        ? {}
        : { add_tags: change.remove_tags.filter((tag) => had.has(keyOf(tag))) }),
    };
    const key = JSON.stringify(restored);
    const group = groups.get(key) ?? { ...restored, guest_ids: [] };
    group.guest_ids.push(guest.id);
    groups.set(key, group);
  }
  return [...groups.values()].filter(
    ({ table, party_size, add_tags = [], remove_tags = [] }) =>
      table !== undefined || party_size !== undefined || add_tags.length > 0 || remove_tags.length > 0,
  );
}

/**
 * Changes many guests. The list shows the change immediately, and reverts it if the API rejects the request.
 * @returns a function that undoes the change
 * @throws UsherError
 */
export async function changeMany(
  eventId: string,
  guests: readonly Guest[],
  change: BulkChange,
): Promise<() => Promise<void>> {
  const before = new Map(guests.map((guest) => [guest.id, guest]));
  changeListed(eventId, (guest) => (before.has(guest.id) ? afterChange(guest, change) : guest));
  try {
    await send(eventId, { ...change, guest_ids: [...before.keys()] });
  } catch (error) {
    changeListed(eventId, (guest) => before.get(guest.id) ?? guest);
    throw error;
  }
  void refreshGuests(eventId);
  return async () => {
    for (const restored of undoOf(guests, change)) await send(eventId, restored);
    await refreshGuests(eventId);
  };
}

async function send(eventId: string, body: ChangeGuests): Promise<void> {
  await api.PATCH("/events/{eventId}/guests", { params: { path: { eventId } }, body });
}
