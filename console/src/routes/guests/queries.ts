import { type InfiniteData, infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import type { Guest } from "@usher/client";
import { useCallback, useEffect, useRef } from "react";
import { apiPages, apiQuery } from "../../api/api-query.ts";
import { type LiveFrame, useLive } from "../../api/live.ts";
import { queryClient } from "../../api/queries.ts";
import { type GuestFilter, queryOf } from "./filter.ts";
import { changedPages, pagesAfter } from "./live-guests.ts";

/** Guests of one request; the most that the API gives. */
const PAGE = 200;
/** Frames that arrive within this time change the list once. Milliseconds. */
const GATHER_MS = 250;
/** The counts read the whole list, so a crowd that answers has them read again at most this often. Milliseconds. */
const COUNT_EVERY_MS = 3_000;
/** More pages than this are not read again because the window was looked at again. */
const CHEAP_PAGES = 3;

type GuestPage = { items: Guest[]; next_cursor: string | null };

/** The guests of an event that a filter finds, in pages. Frames of the socket change them in place (`useFollowFrames`). */
export const guestsQuery = (eventId: string, filter: GuestFilter) =>
  infiniteQueryOptions({
    ...apiPages(["events", eventId, "guests", filter], "/events/{eventId}/guests", {
      path: { eventId },
      query: { ...queryOf(filter), limit: PAGE },
    }),
    // While the next search runs, the last one is shown.
    placeholderData: keepPreviousData,
    // Comparing 5,000 guests field by field for each page takes longer than a frame has.
    structuralSharing: false,
    refetchOnWindowFocus: ({ state }) => (state.data?.pages.length ?? 0) <= CHEAP_PAGES,
    meta: { appliesFrames: true },
  });

/** How many guests there are of each state, and their tags and tables. */
export const countsQuery = (eventId: string) => ({
  ...apiQuery(["events", eventId, "guest-counts"], "/events/{eventId}/guests/counts", { path: { eventId } }),
  meta: { appliesFrames: true },
});

/** Changes guests in every list of the event that is in memory; null takes a guest out. */
export function changeListed(eventId: string, change: (guest: Guest) => Guest | null): void {
  changeLists(eventId, (pages) => changedPages(pages, change));
}

/** Reads lists and counts of the event again, after a change of who is on the list. */
export async function refreshGuests(eventId: string): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ["events", eventId, "guests"] }),
    queryClient.invalidateQueries({ queryKey: ["events", eventId, "guest-counts"] }),
  ]);
}

/** Keeps the lists of an event as its socket says, for as long as the screen is shown. Rows stay where they are. */
export function useFollowFrames(eventId: string): void {
  const gathered = useRef<LiveFrame[]>([]);
  const timers = useRef<{ apply?: ReturnType<typeof setTimeout>; count?: ReturnType<typeof setTimeout> }>({});
  useEffect(
    () => () => {
      clearTimeout(timers.current.apply);
      clearTimeout(timers.current.count);
      timers.current = {};
    },
    [],
  );
  const follow = useCallback(
    (frame: LiveFrame) => {
      gathered.current.push(frame);
      timers.current.apply ??= setTimeout(() => {
        const frames = gathered.current.splice(0);
        delete timers.current.apply;
        changeLists(eventId, (pages) => pagesAfter(pages, frames));
      }, GATHER_MS);
      timers.current.count ??= setTimeout(() => {
        delete timers.current.count;
        void queryClient.invalidateQueries({ queryKey: ["events", eventId, "guest-counts"] });
      }, COUNT_EVERY_MS);
    },
    [eventId],
  );
  useLive(follow);
}

function changeLists(eventId: string, change: (pages: GuestPage[]) => GuestPage[]): void {
  const lists = { queryKey: ["events", eventId, "guests"] };
  queryClient.setQueriesData<InfiniteData<GuestPage, string | null>>(lists, (data) => {
    if (data === undefined) return undefined;
    const pages = change(data.pages);
    return pages.every((page, index) => page === data.pages[index]) ? data : { ...data, pages };
  });
}
