import { infiniteQueryOptions } from "@tanstack/react-query";
import { apiItems, apiPages, apiQuery } from "../../../api/api-query.ts";
import { api } from "../../../api/client.ts";

export const passkeysQuery = apiItems(["me", "passkeys"], "/me/passkeys");

export const totpQuery = apiQuery(["me", "totp"], "/me/totp");

export const sessionsQuery = apiPages(["me", "sessions"], "/me/sessions");

/** What can act for the account, and its log page after page. */
export const securityQuery = infiniteQueryOptions({
  queryKey: ["me", "security"],
  queryFn: async ({ pageParam, signal }) => {
    const query = { limit: 20, ...(pageParam === null ? {} : { cursor: pageParam }) };
    return (await api.GET("/me/security", { params: { query }, signal })).data;
  },
  initialPageParam: null as string | null,
  getNextPageParam: ({ log }) => log.next_cursor,
});
