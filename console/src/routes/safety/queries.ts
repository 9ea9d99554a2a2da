import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { ChangeThresholds } from "@usher/client";
import { api } from "../../api/client.ts";

/** Accesses of an event, newest first. */
export const accessesQuery = (eventId: string, risk: "high" | "block" | null, automated: boolean) =>
  infiniteQueryOptions({
    queryKey: ["events", eventId, "accesses", risk, automated],
    queryFn: async ({ pageParam, signal }) => {
      const query = {
        ...(pageParam === null ? {} : { cursor: pageParam }),
        ...(risk === null ? {} : { risk }),
        automated: automated ? ("true" as const) : ("false" as const),
      };
      const { data } = await api.GET("/events/{eventId}/access-logs", { params: { path: { eventId }, query }, signal });
      return data;
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  });

/** Guests whose link was opened on more than two devices. */
export const forwardedQuery = (eventId: string) =>
  infiniteQueryOptions({
    queryKey: ["events", eventId, "guests", "forwarded"],
    queryFn: async ({ pageParam, signal }) => {
      const query = { devices: "gt:2", limit: 20, ...(pageParam === null ? {} : { cursor: pageParam }) };
      const { data } = await api.GET("/events/{eventId}/guests", { params: { path: { eventId }, query }, signal });
      return data;
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  });

export const thresholdsQuery = (eventId: string) =>
  queryOptions({
    queryKey: ["events", eventId, "thresholds"],
    queryFn: async ({ signal }) => {
      const { data } = await api.GET("/events/{eventId}/security/thresholds", {
        params: { path: { eventId } },
        signal,
      });
      return data;
    },
  });

/** How many of the event's accesses so far would be in each band. */
export const thresholdsPreviewQuery = (eventId: string, query: ChangeThresholds) =>
  queryOptions({
    queryKey: ["events", eventId, "thresholds", "preview", query],
    queryFn: async ({ signal }) => {
      const params = { path: { eventId }, query };
      const { data } = await api.GET("/events/{eventId}/security/thresholds/preview", { params, signal });
      return data;
    },
  });

export const allowlistQuery = (eventId: string) =>
  queryOptions({
    queryKey: ["events", eventId, "allowlist"],
    queryFn: async ({ signal }) => {
      const { data } = await api.GET("/events/{eventId}/security/allowlist", { params: { path: { eventId } }, signal });
      return data.items;
    },
  });
