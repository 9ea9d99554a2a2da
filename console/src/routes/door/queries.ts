import { queryOptions } from "@tanstack/react-query";
import { api } from "../../api/client.ts";

/** Rows of the list of arrivals; older ones are in the guest list. */
const RECENT = 50;
/** A phone that was just handed over shows up without a frame of its own: its first use is asked for. Milliseconds. */
const WAITING_MS = 2_000;

export const devicesQuery = (eventId: string, isWaiting = false) =>
  queryOptions({
    queryKey: ["events", eventId, "door-devices"],
    queryFn: async ({ signal }) => {
      const { data } = await api.GET("/events/{eventId}/door-devices", { params: { path: { eventId } }, signal });
      return data.items;
    },
    refetchInterval: isWaiting ? WAITING_MS : false,
  });

export const arrivalsQuery = (eventId: string) =>
  queryOptions({
    queryKey: ["events", eventId, "check-ins"],
    queryFn: async ({ signal }) => {
      const params = { path: { eventId }, query: { limit: RECENT } };
      const { data } = await api.GET("/events/{eventId}/check-ins", { params, signal });
      return data;
    },
  });
