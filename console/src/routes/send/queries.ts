import { useInfiniteQuery } from "@tanstack/react-query";
import type { Guest, Preview } from "@usher/client";
import { useEffect, useMemo } from "react";
import { api, apiQuery } from "../../api/client.ts";
import type { GuestFilter } from "../guests/filter.ts";
import { guestsQuery } from "../guests/queries.ts";

/** A preview for one guest. `html` is null for a text message, and `subject` for a page. */
type Shown = { subject: string | null; html: string | null; text: string; sms: Preview["sms"] };

export const textsQuery = (eventId: string) =>
  apiQuery(["events", eventId, "texts"], "/events/{eventId}/texts", { path: { eventId } });

/** The query of a preview. Its key does not begin with the event's, so activity messages do not refetch it. */
export interface PreviewQuery {
  queryKey: readonly unknown[];
  queryFn: (context: { signal: AbortSignal }) => Promise<Shown>;
}

/** An email to preview. Without texts it has the saved ones in the guest's language. */
export interface MailDraft {
  kind: "invitation" | "confirmation" | "reminder";
  subject?: string | null;
  body?: string | null;
  /** The guest's language by default. */
  locale?: string;
}

/**
 * A preview of an email. Its texts need not be saved.
 * @param guestId null for an invented guest
 * @param savedAt time of the last change of the saved texts
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

export const pagePreviewQuery = (eventId: string, guestId: string | null): PreviewQuery => ({
  queryKey: ["previews", eventId, "page", guestId],
  queryFn: async ({ signal }): Promise<Shown> => {
    const body = guestId === null ? {} : { guest_id: guestId };
    const { data } = await api.POST("/events/{eventId}/preview", { params: { path: { eventId } }, body, signal });
    return { subject: null, html: data.html, text: "", sms: null };
  },
});

/** Fetches all guests of a filter, page by page. `isComplete` is true after the last page. */
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
