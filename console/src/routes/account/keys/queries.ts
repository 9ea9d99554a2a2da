import { apiItems } from "../../../api/api-query.ts";

/** A host has at most 25, which is one page. */
export const apiKeysQuery = apiItems(["me", "api-keys"], "/api-keys");

/** The newest events, to restrict a key to. */
export const ownEventsQuery = apiItems(["me", "own-events"], "/events", { query: { limit: 100 } });
