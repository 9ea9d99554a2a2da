import { MutationCache, QueryCache, QueryClient, queryOptions, useSuspenseQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { type Event, isUsherError, type User } from "@usher/client";
import { api, apiItems, apiQuery } from "./client.ts";
import { noticeEndedSession, setSession } from "./session.ts";

/** A screen that opens refetches data that is older than this. Activity messages invalidate it earlier. Milliseconds. */
const FRESH_MS = 30_000;

/** Retries nothing, because the API client retries failed requests. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeEndedSession }),
  mutationCache: new MutationCache({ onError: noticeEndedSession }),
  defaultOptions: {
    queries: { retry: false, staleTime: FRESH_MS, networkMode: "always", refetchOnReconnect: true },
    mutations: { retry: false, networkMode: "always" },
  },
});

export const meQuery = queryOptions({
  queryKey: ["me"],
  queryFn: async ({ signal }): Promise<User> => {
    const { data } = await api.GET("/me", { signal });
    setSession("signed-in");
    return data;
  },
});

export function useMe(): User {
  return useSuspenseQuery(meQuery).data;
}

/** One event. All keys of its data begin with its key: `["events", eventId, …]`. */
export const eventQuery = (eventId: string) =>
  apiQuery(["events", eventId], "/events/{eventId}", { path: { eventId } });

/** The devices that opened a guest's link, the last seen first. */
export const devicesQuery = (eventId: string, guestId: string) =>
  apiItems(["events", eventId, "guest", guestId, "devices"], "/events/{eventId}/guests/{guestId}/devices", {
    path: { eventId, guestId },
  });

/** The event of the screen. Its route has loaded it. */
export function useEvent(): Event {
  const { eventId } = useParams({ from: "/account-frame/events/$eventId" });
  return useSuspenseQuery(eventQuery(eventId)).data;
}

/** Asks the API whether the host is signed in. @throws TypeError without a network, UsherError for an error of the service */
export async function isSignedIn(): Promise<boolean> {
  try {
    await queryClient.ensureQueryData(meQuery);
    return true;
  } catch (error) {
    if (!isUsherError(error) || error.status !== 401) throw error;
    setSession("signed-out");
    return false;
  }
}

/** The seat counts of an event. */
export const seatsQuery = (eventId: string) =>
  apiQuery(["events", eventId, "seats"], "/events/{eventId}/seats", { path: { eventId } });

/** Refetches the account, with its log. */
export function refreshAccount(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
}
