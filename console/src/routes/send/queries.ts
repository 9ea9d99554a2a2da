import { useInfiniteQuery } from "@tanstack/react-query";
import type { Guest, Preview } from "@usher/client";
import { useEffect, useMemo } from "react";
import { apiQuery } from "../../api/api-query.ts";
import { api } from "../../api/client.ts";
import type { GuestFilter } from "../guests/filter.ts";
import { guestsQuery } from "../guests/queries.ts";

/** A mail or a page as one guest would get it; `html` is null for a text message, `subject` for a page. */
export type Shown = { subject: string | null; html: string | null; text: string; sms: Preview["sms"] };

/** The host's own words of an event's mails. */
export const textsQuery = (eventId: string) =>
  apiQuery(["events", eventId, "texts"], "/events/{eventId}/texts", { path: { eventId } });

/** What a preview is fetched by. Its key is outside of the event's: a frame of the socket does not read it again. */
export interface PreviewQuery {
  queryKey: readonly unknown[];
  queryFn: (context: { signal: AbortSignal }) => Promise<Shown>;
}

/** A mail as it is previewed: without words it has the saved ones, of the guest's language. */
export interface MailDraft {
  kind: "invitation" | "confirmation" | "reminder";
  subject?: string | null;
  body?: string | null;
  /** The language to show it in; the guest's by default. */
  locale?: string;
}

/**
 * A mail of the event with words that need not be saved, as a guest would get it.
 * @param guestId null: an invented guest
 * @param savedAt when the saved words were last changed
 */
export const mailPreviewQuery = (
  eventId: string,
  draft: MailDraft,
  guestId: string | null,
  savedAt: string | null,
): PreviewQuery => ({
  queryKey: ["previews", eventId, draft, guestId, savedAt],
  queryFn: async ({ signal }): Promise<Preview> => {
    const body = { ...draft, ...(guestId === null ? {} : { guest_id: guestId }) };
    const { data } = await api.POST("/events/{eventId}/texts/preview", { params: { path: { eventId } }, body, signal });
    return data;
  },
});

/** The invitation page as a guest sees it. */
export const pagePreviewQuery = (eventId: string, guestId: string | null): PreviewQuery => ({
  queryKey: ["previews", eventId, "page", guestId],
  queryFn: async ({ signal }): Promise<Shown> => {
    const body = guestId === null ? {} : { guest_id: guestId };
    const { data } = await api.POST("/events/{eventId}/preview", { params: { path: { eventId } }, body, signal });
    return { subject: null, html: data.html, text: "", sms: null };
  },
});

/** All guests of a filter, page after page. `isComplete` when there are no more, or the next page was refused. */
export function useAllGuests(
  eventId: string,
  filter: GuestFilter,
): { guests: Guest[]; isComplete: boolean; error: unknown; retry: () => void } {
  const { data, hasNextPage, isFetching, isError, error, isPlaceholderData, fetchNextPage, refetch } = useInfiniteQuery(
    guestsQuery(eventId, filter),
  );
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  const pages = isPlaceholderData ? undefined : data?.pages;
  const guests = useMemo(() => pages?.flatMap((page) => page.items) ?? [], [pages]);
  return {
    guests,
    isComplete: pages !== undefined && !hasNextPage,
    error,
    retry: () => void (data === undefined ? refetch() : fetchNextPage()),
  };
}
