import { queryOptions } from "@tanstack/react-query";
import { api } from "../../../api/client.ts";

/** A host has at most 25, which is one page. */
export const apiKeysQuery = queryOptions({
  queryKey: ["me", "api-keys"],
  queryFn: async ({ signal }) => (await api.GET("/api-keys", { signal })).data.items,
});

/** The newest events, to restrict a key to. */
export const ownEventsQuery = queryOptions({
  queryKey: ["me", "own-events"],
  queryFn: async ({ signal }) => {
    const { data } = await api.GET("/events", { params: { query: { limit: 100 } }, signal });
    return data.items.map(({ id, name }) => ({ id, name }));
  },
});
