import { queryOptions } from "@tanstack/react-query";
import type { Guest } from "@usher/client";
import { api } from "../../../api/client.ts";

/** The API says the place of the first hundred. */
const SHOWN = 100;

/** The seats of an event, counted. */
export const seatsQuery = (eventId: string) =>
  queryOptions({
    queryKey: ["events", eventId, "seats"],
    queryFn: async ({ signal }) => {
      const { data } = await api.GET("/events/{eventId}/seats", { params: { path: { eventId } }, signal });
      return data;
    },
  });

/** Parties without a seat: those that wait, the next one first, and those that were offered one. */
export const waitingQuery = (eventId: string, seat: "waitlisted" | "offered") =>
  queryOptions({
    queryKey: ["events", eventId, "seats", seat],
    queryFn: async ({ signal }): Promise<Guest[]> => {
      const params = { path: { eventId }, query: { seat, limit: 200, sort: "responded_at" as const } };
      const { data } = await api.GET("/events/{eventId}/guests", { params, signal });
      return data.items.toSorted((one, other) => placeOf(one) - placeOf(other)).slice(0, SHOWN);
    },
  });

function placeOf({ rsvp }: Guest): number {
  return rsvp?.waitlist_position ?? Number.MAX_SAFE_INTEGER;
}
