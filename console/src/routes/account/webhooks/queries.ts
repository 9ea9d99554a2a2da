import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api } from "../../../api/client.ts";

export const endpointsQuery = queryOptions({
  queryKey: ["me", "webhooks"],
  queryFn: async ({ signal }) => (await api.GET("/webhook-endpoints", { signal })).data.items,
});

export const deliveriesQuery = (endpointId: string) =>
  infiniteQueryOptions({
    queryKey: ["me", "webhooks", endpointId, "deliveries"],
    queryFn: async ({ pageParam, signal }) => {
      const query = pageParam === null ? { limit: 20 } : { limit: 20, cursor: pageParam };
      const params = { path: { endpointId }, query };
      return (await api.GET("/webhook-endpoints/{endpointId}/deliveries", { params, signal })).data;
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  });
