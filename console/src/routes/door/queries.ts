import { apiItems, apiQuery } from "../../api/api-query.ts";

/** Rows of the list of arrivals; older ones are in the guest list. */
const RECENT = 50;
/** A phone that was just handed over shows up without a frame of its own: its first use is asked for. Milliseconds. */
const WAITING_MS = 2_000;

export const devicesQuery = (eventId: string, isWaiting = false) => ({
  ...apiItems(["events", eventId, "door-devices"], "/events/{eventId}/door-devices", { path: { eventId } }),
  refetchInterval: isWaiting ? WAITING_MS : (false as const),
});

export const arrivalsQuery = (eventId: string) =>
  apiQuery(["events", eventId, "check-ins"], "/events/{eventId}/check-ins", {
    path: { eventId },
    query: { limit: RECENT },
  });
