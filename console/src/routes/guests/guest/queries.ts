import type { InfiniteData } from "@tanstack/react-query";
import type { Guest } from "@usher/client";
import { apiPages, apiQuery } from "../../../api/api-query.ts";
import { queryClient } from "../../../api/queries.ts";
import { changeListed } from "../queries.ts";

/** What becomes of a mail comes with no frame of the socket: it is asked for while it is likely to change. Milliseconds. */
const MAIL = { every: 3_000, within: 60_000 };
/** Until when a mail to a guest is likely to change, by the guest's id. */
const awaited = new Map<string, number>();

const guestKey = (eventId: string, guestId: string) => ["events", eventId, "guest", guestId];

/** One guest. */
export const guestQuery = (eventId: string, guestId: string) =>
  apiQuery(guestKey(eventId, guestId), "/events/{eventId}/guests/{guestId}", { path: { eventId, guestId } });

/** What happened with a guest, newest first. */
export const timelineQuery = (eventId: string, guestId: string) => ({
  ...apiPages([...guestKey(eventId, guestId), "timeline"], "/events/{eventId}/guests/{guestId}/timeline", {
    path: { eventId, guestId },
  }),
  refetchInterval: () => ((awaited.get(guestId) ?? 0) > Date.now() ? MAIL.every : false),
});

/** The questions of an event, those that were asked before included. */
export const questionsQuery = (eventId: string) =>
  apiQuery(["events", eventId, "questions"], "/events/{eventId}/questions", { path: { eventId } });

/** Shows a guest as an answer of the API has it, here and in the lists. */
export function showGuest(guest: Guest): void {
  queryClient.setQueryData(guestKey(guest.event_id, guest.id), guest);
  changeListed(guest.event_id, (listed) => (listed.id === guest.id ? guest : listed));
}

/** As `refreshGuest`, after something that mails the guest: goes on reading for a while, to show what becomes of the mail. */
export async function refreshMailed(eventId: string, guestId: string): Promise<void> {
  awaited.set(guestId, Date.now() + MAIL.within);
  await refreshGuest(eventId, guestId);
}

/** Reads the guest, the timeline and the counts again, after something was done with the guest. */
export async function refreshGuest(eventId: string, guestId: string): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: guestKey(eventId, guestId) }),
    queryClient.invalidateQueries({ queryKey: ["events", eventId, "guest-counts"] }),
    queryClient.invalidateQueries({ queryKey: ["events", eventId, "guests"], refetchType: "none" }),
  ]);
}

/** A guest as a list in memory has them: shown until the API has answered. */
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
