import { MutationCache, QueryCache, QueryClient, queryOptions, useSuspenseQuery } from "@tanstack/react-query";
import { isUsherError, type User } from "@usher/client";
import { apiItems, apiQuery } from "./api-query.ts";
import { api } from "./client.ts";
import { noticeEndedSession, setSession } from "./session.ts";

/** After this time data is read again when a screen that shows it opens. Live frames invalidate it earlier. Milliseconds. */
const FRESH_MS = 30_000;

/** The client repeats what failed on the way, so nothing is repeated here. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeEndedSession }),
  mutationCache: new MutationCache({ onError: noticeEndedSession }),
  defaultOptions: {
    queries: { retry: false, staleTime: FRESH_MS, networkMode: "always", refetchOnReconnect: true },
    mutations: { retry: false, networkMode: "always" },
  },
});

/** The host who is signed in. */
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

/** One event. Its key is the beginning of all keys of its data: `["events", eventId, …]`. */
export const eventQuery = (eventId: string) =>
  apiQuery(["events", eventId], "/events/{eventId}", { path: { eventId } });

/** The devices on which a guest's link was opened, the one that was seen last first. */
export const devicesQuery = (eventId: string, guestId: string) =>
  apiItems(["events", eventId, "guest", guestId, "devices"], "/events/{eventId}/guests/{guestId}/devices", {
    path: { eventId, guestId },
  });

/** The event of the screen; its route has loaded it. */
export function useEvent(eventId: string) {
  return useSuspenseQuery(eventQuery(eventId)).data;
}

/** Whether somebody is signed in, from the API. @throws what is no answer about that: no network, an error of the service */
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
