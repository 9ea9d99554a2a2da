import { infiniteQueryOptions, type QueryKey, queryOptions } from "@tanstack/react-query";
import { createClient, type PaginatedPath } from "@usher/client";

/**
 * The API of the console's own origin. The session is a cookie that scripts cannot read; the client holds no token
 * (see docs/security.md).
 */
export const api = createClient({ baseUrl: location.origin, session: "cookie" });

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
