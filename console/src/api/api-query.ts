import { infiniteQueryOptions, type QueryKey, queryOptions } from "@tanstack/react-query";
import type { PaginatedPath } from "@usher/client";
import { api } from "./client.ts";

type ReadPath = Parameters<typeof api.GET>[0];
type DataOf<Path extends ReadPath> = Awaited<ReturnType<typeof api.GET<Path>>>["data"];
type ItemsOf<Path extends ReadPath> = DataOf<Path> extends { items: infer Items } ? Items : never;
type InitOf<Path extends ReadPath> = Parameters<typeof api.GET<Path>>[1];
/** The parameters of an operation; they may be left out where it needs none. */
type ParamsOf<Path extends ReadPath> =
  undefined extends InitOf<Path>
    ? [params?: NonNullable<InitOf<Path>>["params"]]
    : [params: NonNullable<InitOf<Path>>["params"]];

/**
 * The query of what an operation returns.
 * @param queryKey begins with `["events", eventId]` for data of an event, so that a live frame has it read again
 */
export function apiQuery<Path extends ReadPath>(queryKey: QueryKey, path: Path, ...[params]: ParamsOf<Path>) {
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }) => (await read(path, { params, signal })) as DataOf<Path>,
  });
}

/** The query of the items of a list that has one page. @param queryKey as for `apiQuery` */
export function apiItems<Path extends ReadPath>(queryKey: QueryKey, path: Path, ...[params]: ParamsOf<Path>) {
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }) => ((await read(path, { params, signal })) as { items: ItemsOf<Path> }).items,
  });
}

/** The query of a list that comes page after page. @param queryKey as for `apiQuery` */
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

/** `api.GET` for callers that are generic in the path: the types above follow from it, and the compiler cannot see that. */
async function read(path: ReadPath, init: object): Promise<unknown> {
  const get = api.GET as (path: ReadPath, init: object) => Promise<{ data: unknown }>;
  return (await get(path, init)).data;
}
