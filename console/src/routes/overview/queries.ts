import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api } from "../../api/client.ts";

/** Days of answers over time. */
const DAYS = 30;
const ACTIVITY_PAGE = 20;

/** Keys begin with the event's, so that a live frame reads them again. */
const of = (eventId: string, what: string) => ["events", eventId, what] as const;
const path = (eventId: string) => ({ path: { eventId } });

export const analyticsQuery = (eventId: string) =>
  queryOptions({
    queryKey: of(eventId, "analytics"),
    queryFn: async ({ signal }) => {
      const params = { ...path(eventId), query: { days: DAYS } };
      return (await api.GET("/events/{eventId}/analytics", { params, signal })).data;
    },
  });

export const arrivalsQuery = (eventId: string) =>
  queryOptions({
    queryKey: of(eventId, "arrivals"),
    queryFn: async ({ signal }) =>
      (await api.GET("/events/{eventId}/analytics/arrivals", { params: path(eventId), signal })).data.items,
  });

/** People, where analytics counts guests. Read once somebody is in. */
export const headcountQuery = (eventId: string, isAnybodyIn: boolean) =>
  queryOptions({
    queryKey: of(eventId, "headcount"),
    queryFn: async ({ signal }) => {
      const params = { ...path(eventId), query: { limit: 1 } };
      return (await api.GET("/events/{eventId}/check-ins", { params, signal })).data.summary;
    },
    enabled: isAnybodyIn,
  });

export const attentionQuery = (eventId: string) =>
  queryOptions({
    queryKey: of(eventId, "attention"),
    queryFn: async ({ signal }) =>
      (await api.GET("/events/{eventId}/attention", { params: path(eventId), signal })).data,
  });

export const seatsQuery = (eventId: string) =>
  queryOptions({
    queryKey: of(eventId, "seats"),
    queryFn: async ({ signal }) => (await api.GET("/events/{eventId}/seats", { params: path(eventId), signal })).data,
  });

export const messagesQuery = (eventId: string) =>
  queryOptions({
    queryKey: of(eventId, "next-messages"),
    queryFn: async ({ signal }) => {
      const params = { ...path(eventId), query: { limit: 200 } };
      return (await api.GET("/events/{eventId}/messages", { params, signal })).data.items;
    },
  });

export const activityQuery = (eventId: string) =>
  infiniteQueryOptions({
    queryKey: of(eventId, "activity"),
    queryFn: async ({ pageParam, signal }) => {
      const query = { limit: ACTIVITY_PAGE, ...(pageParam === null ? {} : { cursor: pageParam }) };
      return (await api.GET("/events/{eventId}/activity", { params: { ...path(eventId), query }, signal })).data;
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  });
