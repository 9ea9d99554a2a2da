import { apiItems, apiPages, apiQuery } from "../../api/api-query.ts";

/** Days of answers over time. */
const DAYS = 30;
const ACTIVITY_PAGE = 20;

export const analyticsQuery = (eventId: string) =>
  apiQuery(["events", eventId, "analytics"], "/events/{eventId}/analytics", {
    path: { eventId },
    query: { days: DAYS },
  });

export const arrivalsQuery = (eventId: string) =>
  apiItems(["events", eventId, "arrivals"], "/events/{eventId}/analytics/arrivals", { path: { eventId } });

/** People, where analytics counts guests. Read once somebody is in. */
export const headcountQuery = (eventId: string, isAnybodyIn: boolean) => ({
  ...apiQuery(["events", eventId, "headcount"], "/events/{eventId}/check-ins", {
    path: { eventId },
    query: { limit: 1 },
  }),
  enabled: isAnybodyIn,
});

export const attentionQuery = (eventId: string) =>
  apiQuery(["events", eventId, "attention"], "/events/{eventId}/attention", { path: { eventId } });

export const messagesQuery = (eventId: string) =>
  apiItems(["events", eventId, "next-messages"], "/events/{eventId}/messages", {
    path: { eventId },
    query: { limit: 200 },
  });

export const activityQuery = (eventId: string) =>
  apiPages(["events", eventId, "activity"], "/events/{eventId}/activity", {
    path: { eventId },
    query: { limit: ACTIVITY_PAGE },
  });
