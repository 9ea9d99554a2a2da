import {
  type InferDataFromTag,
  infiniteQueryOptions,
  QueryClient,
  type QueryKey,
  queryOptions,
  type Updater,
  useSuspenseQuery,
} from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { createClient, type Event, isUsherError, type PaginatedPath, type User } from "@usher/client";
import { sendInSession, setSession } from "./session.ts";

/**
 * The API of the console's own origin. The session is a cookie that scripts cannot read; the client holds no token
 * (see docs/security.md).
 */
export const api = createClient({ baseUrl: location.origin, session: "cookie", fetch: sendInSession });

type ReadPath = Parameters<typeof api.GET>[0];
type DataOf<Path extends ReadPath> = Awaited<ReturnType<typeof api.GET<Path>>>["data"];
type ItemsOf<Path extends ReadPath> = DataOf<Path> extends { items: infer Items } ? Items : never;
type InitOf<Path extends ReadPath> = Parameters<typeof api.GET<Path>>[1];
/** The parameters of an operation, optional if it needs none. */
type ParamsOf<Path extends ReadPath> =
  undefined extends InitOf<Path>
    ? [params?: NonNullable<InitOf<Path>>["params"]]
    : [params: NonNullable<InitOf<Path>>["params"]];

/**
 * A query of an operation.
 * @param queryKey begins with `["events", eventId]` for data of an event, so that activity messages refetch it
 */
export function apiQuery<Path extends ReadPath>(queryKey: QueryKey, path: Path, ...[params]: ParamsOf<Path>) {
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }) => (await read(path, { params, signal })) as DataOf<Path>,
  });
}

/** A query of the items of a list with one page. @param queryKey as for `apiQuery` */
export function apiItems<Path extends ReadPath>(queryKey: QueryKey, path: Path, ...[params]: ParamsOf<Path>) {
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }) => ((await read(path, { params, signal })) as { items: ItemsOf<Path> }).items,
  });
}

/** A query of a list in pages. @param queryKey as for `apiQuery` */
export function apiPages<Path extends PaginatedPath>(queryKey: QueryKey, path: Path, ...[params]: ParamsOf<Path>) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...params?.query, ...(pageParam === null ? {} : { cursor: pageParam }) };
      const page = await read(path, { params: { ...params, query }, signal });
      return page as { items: ItemsOf<Path>; next_cursor: string | null };
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  });
}

/** `api.GET` for a generic path, whose types the compiler cannot infer. */
async function read(path: ReadPath, init: object): Promise<unknown> {
  const get = api.GET as (path: ReadPath, init: object) => Promise<{ data: unknown }>;
  return (await get(path, init)).data;
}

/** A screen that opens refetches data that is older than this. Activity messages invalidate it earlier. Milliseconds. */
const FRESH_MS = 30_000;

/** Retries nothing, because the API client retries failed requests. */
export const queryClient = new QueryClient({
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

export const seatsQuery = (eventId: string) =>
  apiQuery(["events", eventId, "seats"], "/events/{eventId}/seats", { path: { eventId } });

/**
 * Shows data that the API returned for a change. Cancels a pending refetch, which may have read the previous version: the next
 * edit would begin with it and conflict with the change.
 */
export function showSaved<Key extends QueryKey>(
  queryKey: Key,
  data: Updater<InferDataFromTag<unknown, Key> | undefined, InferDataFromTag<unknown, Key> | undefined>,
): void {
  void queryClient.cancelQueries({ queryKey, exact: true });
  queryClient.setQueryData(queryKey, data);
}

/** Refetches the account, with its log. */
export function refreshAccount(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
}
