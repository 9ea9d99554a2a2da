import type { Guest } from "@usher/client";
import { apiItems, apiQuery } from "../../../api/api-query.ts";

/** The API says the place of the first hundred. */
const SHOWN = 100;

/** The seats of an event, counted. */
export const seatsQuery = (eventId: string) =>
  apiQuery(["events", eventId, "seats"], "/events/{eventId}/seats", { path: { eventId } });

/** Parties without a seat: those that wait, the next one first, and those that were offered one. */
export const waitingQuery = (eventId: string, seat: "waitlisted" | "offered") => ({
  ...apiItems(["events", eventId, "seats", seat], "/events/{eventId}/guests", {
    path: { eventId },
    query: { seat, limit: 200, sort: "responded_at" },
  }),
  select: (guests: Guest[]) => guests.toSorted((one, other) => placeOf(one) - placeOf(other)).slice(0, SHOWN),
});

function placeOf({ rsvp }: Guest): number {
  return rsvp?.waitlist_position ?? Number.MAX_SAFE_INTEGER;
}
