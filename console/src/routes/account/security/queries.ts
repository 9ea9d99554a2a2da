import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api } from "../../../api/client.ts";

export const passkeysQuery = queryOptions({
  queryKey: ["me", "passkeys"],
  queryFn: async ({ signal }) => (await api.GET("/me/passkeys", { signal })).data.items,
});

export const totpQuery = queryOptions({
  queryKey: ["me", "totp"],
  queryFn: async ({ signal }) => (await api.GET("/me/totp", { signal })).data,
});

export const sessionsQuery = infiniteQueryOptions({
  queryKey: ["me", "sessions"],
  queryFn: async ({ pageParam, signal }) => {
    const query = pageParam === null ? {} : { cursor: pageParam };
    return (await api.GET("/me/sessions", { params: { query }, signal })).data;
  },
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.next_cursor,
});
