import { type InfiniteData, infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import type { Guest } from "@usher/client";
import { useCallback, useEffect, useRef } from "react";
import { standingOf } from "../../../../src/kernel/standing.ts";
import { apiPages, apiQuery, queryClient } from "../../api/client.ts";
import { type LiveFrame, useLive } from "../../api/live.ts";
import { type GuestFilter, queryOf } from "./filter.ts";

/** Guests per request: the API's maximum. */
const PAGE = 200;
/** Activity messages that arrive within this time change the list once. Milliseconds. */
const BATCH_WINDOW_MS = 250;
/**
 * Minimum time between refetches of the counts during a burst of updates. Each refetch reads the whole guest list.
 * Milliseconds.
 */
const COUNT_EVERY_MS = 3_000;
/** A focused window refetches a list of at most this many pages, and so does a list with emails in the queue. */
const CHEAP_PAGES = 3;
/** An email that is not sent sends no activity, so queued ones are polled for a while. Milliseconds. */
const QUEUED = { every: 5_000, within: 60_000 };

type GuestPage = { items: Guest[]; next_cursor: string | null };

/** The guests of a filter, in pages. `useFollowFrames` applies activity messages to them. */
export const guestsQuery = (eventId: string, filter: GuestFilter) =>
  infiniteQueryOptions({
    ...apiPages(["events", eventId, "guests", filter], "/events/{eventId}/guests", {
      path: { eventId },
      query: { ...queryOf(filter), limit: PAGE },
    }),
    // Shows the previous search until the next one has data.
    placeholderData: keepPreviousData,
    // Comparing 5,000 guests field by field for each page would take longer than a frame.
    structuralSharing: false,
    refetchOnWindowFocus: ({ state }) => isCheap(state.data),
    refetchInterval: ({ state }) => (isCheap(state.data) && hasQueued(state.data) ? QUEUED.every : false),
    meta: { appliesFrames: true },
  });

function isCheap(data: InfiniteData<GuestPage> | undefined): boolean {
  return (data?.pages.length ?? 0) <= CHEAP_PAGES;
}

/** True while invitations of the list are on their way. */
export function hasQueued(data: InfiniteData<GuestPage> | undefined): boolean {
  const since = new Date(Date.now() - QUEUED.within).toISOString();
  const isQueued = ({ delivery: { status, at } }: Guest) => status === "queued" && at !== null && at > since;
  return data?.pages.some(({ items }) => items.some(isQueued)) ?? false;
}

export const countsQuery = (eventId: string) => ({
  ...apiQuery(["events", eventId, "guest-counts"], "/events/{eventId}/guests/counts", { path: { eventId } }),
  meta: { appliesFrames: true },
});

/** Changes guests in all cached lists of the event. A `change` to null removes a guest. */
export function changeListed(eventId: string, change: (guest: Guest) => Guest | null): void {
  changeLists(eventId, (pages) => changedPages(pages, change));
}

/** Refetches lists and counts of the event, after guests were added or removed. */
export async function refreshGuests(eventId: string): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ["events", eventId, "guests"] }),
    queryClient.invalidateQueries({ queryKey: ["events", eventId, "guest-counts"] }),
  ]);
}

/** Applies the event's activity messages to its cached lists while the screen is shown. Rows keep their places. */
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
      }, BATCH_WINDOW_MS);
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

function guestIdOf(frame: LiveFrame): string | null {
  return "guest" in frame ? frame.guest.id : null;
}

/** Returns a guest after an activity, with the fields that the list shows. */
function afterFrame(before: Guest, frame: LiveFrame): Guest {
  const guest = withFrame(before, frame);
  const walkIn = frame.type === "check_in.recorded" ? frame.walk_in : isStillWalkIn(guest, frame);
  const { response = null, seat = null, offer_expires_at: until = null } = guest.rsvp ?? {};
  const timeOf = (at: string | null) => (at === null ? null : Date.parse(at));
  const facts = { walkIn, response, seat, offerExpiresAt: timeOf(until), invitedAt: timeOf(guest.invited_at) };
  return { ...guest, standing: standingOf(facts, Date.now()) };
}

/** An undone check-in takes the mark of a walk-in with it. */
function isStillWalkIn({ standing }: Guest, frame: LiveFrame): boolean {
  return standing === "walk_in" && frame.type !== "check_in.undone";
}

function withFrame(guest: Guest, frame: LiveFrame): Guest {
  switch (frame.type) {
    case "rsvp.submitted":
    case "rsvp.updated": {
      const { response, plus_ones, answered_by, seat, at } = frame;
      const companions = frame.companions.map((companion, index) => ({
        answers: guest.rsvp?.companions[index]?.answers ?? {},
        ...companion,
      }));
      const kept = { answers: {}, submitted_at: at, edit_count: 0, risk_score: null, passed_over: null, ...guest.rsvp };
      const place = { waitlist_position: null, offer_expires_at: null };
      // By seat: the activity says where the reply stands.
      const passed_over = seat === "waitlisted" ? kept.passed_over : null;
      return { ...guest, rsvp: { ...kept, response, plus_ones, companions, answered_by, seat, ...place, passed_over } };
    }
    case "waitlist.offered": {
      const { offer_expires_at } = frame;
      return guest.rsvp === null
        ? guest
        : { ...guest, rsvp: { ...guest.rsvp, seat: "offered", offer_expires_at, passed_over: null } };
    }
    case "waitlist.passed_over":
      return guest.rsvp === null ? guest : { ...guest, rsvp: { ...guest.rsvp, passed_over: frame.reason } };
    case "check_in.recorded":
      return { ...guest, checked_in_at: guest.checked_in_at ?? frame.at };
    case "check_in.undone":
      return { ...guest, checked_in_at: null };
    case "access.scored":
      return frame.automated || guest.opened_at !== null ? guest : { ...guest, opened_at: frame.at };
    default:
      return guest;
  }
}

/** Returns pages after some activities. Unchanged guests and pages remain the same objects. */
function pagesAfter<Page extends { items: Guest[] }>(pages: Page[], frames: readonly LiveFrame[]): Page[] {
  const byGuest = new Map<string, LiveFrame[]>();
  for (const frame of frames) {
    const id = guestIdOf(frame);
    if (id !== null) byGuest.set(id, [...(byGuest.get(id) ?? []), frame]);
  }
  return changedPages(pages, (guest) => (byGuest.get(guest.id) ?? []).reduce(afterFrame, guest));
}

/** Returns pages with changed guests, without those whose `change` is null. Unchanged pages remain the same objects. */
function changedPages<Page extends { items: Guest[] }>(pages: Page[], change: (guest: Guest) => Guest | null): Page[] {
  return pages.map((page) => {
    const items = page.items.map(change);
    if (items.every((guest, index) => guest === page.items[index])) return page;
    return { ...page, items: items.filter((guest) => guest !== null) };
  });
}
