import type { InfiniteData } from "@tanstack/react-query";
import type { Guest } from "@usher/client";
import { apiPages, apiQuery, queryClient, showSaved } from "../../../api/client.ts";
import { changeListed } from "../queries.ts";

/** Email delivery sends no activity, so the timeline is polled for a while after an email. Milliseconds. */
const MAIL = { every: 3_000, within: 60_000 };
/** End of polling by guest ID. */
const pollUntil = new Map<string, number>();

const guestKey = (eventId: string, guestId: string) => ["events", eventId, "guest", guestId];

export const guestQuery = (eventId: string, guestId: string) =>
  apiQuery(guestKey(eventId, guestId), "/events/{eventId}/guests/{guestId}", { path: { eventId, guestId } });

export const timelineQuery = (eventId: string, guestId: string) => ({
  ...apiPages([...guestKey(eventId, guestId), "timeline"], "/events/{eventId}/guests/{guestId}/timeline", {
    path: { eventId, guestId },
  }),
  refetchInterval: () => ((pollUntil.get(guestId) ?? 0) > Date.now() ? MAIL.every : false),
});

/** The questions of an event, with removed ones. */
export const questionsQuery = (eventId: string) =>
  apiQuery(["events", eventId, "questions"], "/events/{eventId}/questions", { path: { eventId } });

/** Shows the API's version of a guest, here and in the lists. */
export function showGuest(guest: Guest): void {
  showSaved(guestKey(guest.event_id, guest.id), guest);
  changeListed(guest.event_id, (listed) => (listed.id === guest.id ? guest : listed));
}

/** Like `refreshGuest`, after an email to the guest: also polls for the outcome of its delivery. */
export async function refreshMailed(eventId: string, guestId: string): Promise<void> {
  pollUntil.set(guestId, Date.now() + MAIL.within);
  await refreshGuest(eventId, guestId);
}

/** Refetches the guest, the timeline and the counts. */
export async function refreshGuest(eventId: string, guestId: string): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: guestKey(eventId, guestId) }),
    queryClient.invalidateQueries({ queryKey: ["events", eventId, "guest-counts"] }),
    queryClient.invalidateQueries({ queryKey: ["events", eventId, "guests"], refetchType: "none" }),
  ]);
}

/** Returns a guest from a cached list, to be shown until the API responds. */
export function listedGuest(eventId: string, guestId: string): Guest | undefined {
  const lists = queryClient.getQueriesData<InfiniteData<{ items: Guest[] }>>({
    queryKey: ["events", eventId, "guests"],
  });
  for (const [, list] of lists) {
    const found = list?.pages.flatMap(({ items }) => items).find(({ id }) => id === guestId);
    if (found !== undefined) return found;
  }
  return undefined;
}
