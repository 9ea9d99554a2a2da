import type { ChangeThresholds } from "@usher/client";
import { apiItems, apiPages, apiQuery } from "../../api/api-query.ts";

/** Which accesses are listed. */
export const SHOWN = ["block", "high", "asked", "all", "automated"] as const;
export type Shown = (typeof SHOWN)[number];

const QUERIES = {
  block: { risk: "block", automated: "false" },
  high: { risk: "high", automated: "false" },
  asked: { asked: "true", automated: "false" },
  all: { automated: "false" },
  automated: { automated: "true" },
} as const;

/** Accesses of an event, newest first. */
export const accessesQuery = (eventId: string, shown: Shown) =>
  apiPages(["events", eventId, "accesses", shown], "/events/{eventId}/access-logs", {
    path: { eventId },
    query: QUERIES[shown],
  });

/** Guests whose link was opened on more than two devices. */
export const forwardedQuery = (eventId: string) =>
  apiPages(["events", eventId, "guests", "forwarded"], "/events/{eventId}/guests", {
    path: { eventId },
    query: { devices: "gt:2", limit: 20 },
  });

export const thresholdsQuery = (eventId: string) =>
  apiQuery(["events", eventId, "thresholds"], "/events/{eventId}/security/thresholds", { path: { eventId } });

/** How many of the event's accesses so far would be in each band. */
export const thresholdsPreviewQuery = (eventId: string, query: ChangeThresholds) =>
  apiQuery(["events", eventId, "thresholds", "preview", query], "/events/{eventId}/security/thresholds/preview", {
    path: { eventId },
    query,
  });

export const allowlistQuery = (eventId: string) =>
  apiItems(["events", eventId, "allowlist"], "/events/{eventId}/security/allowlist", { path: { eventId } });
