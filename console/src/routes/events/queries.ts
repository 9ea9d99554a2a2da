import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api } from "../../api/client.ts";

/** Events on a page: all of nearly every host, so that upcoming and past ones can be told apart here. */
const PAGE = 200;

export const eventsQuery = infiniteQueryOptions({
  queryKey: ["events"],
  queryFn: async ({ pageParam, signal }) => {
    const query = pageParam === null ? { limit: PAGE } : { limit: PAGE, cursor: pageParam };
    const { data } = await api.GET("/events", { params: { query }, signal });
    return data;
  },
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.next_cursor,
});

/** What needs the host, of the events to come. */
export const allAttentionQuery = queryOptions({
  queryKey: ["attention"],
  queryFn: async ({ signal }) => (await api.GET("/events/attention", { signal })).data.items,
});
