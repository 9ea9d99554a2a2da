import { queryOptions } from "@tanstack/react-query";
import { api } from "./client.ts";

/** The devices on which a guest's link was opened, the one that was seen last first. */
export const devicesQuery = (eventId: string, guestId: string) =>
  queryOptions({
    queryKey: ["events", eventId, "guest", guestId, "devices"],
    queryFn: async ({ signal }) => {
      const path = { eventId, guestId };
      const { data } = await api.GET("/events/{eventId}/guests/{guestId}/devices", { params: { path }, signal });
      return data.items;
    },
  });
