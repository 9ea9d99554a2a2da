import { apiItems, apiPages } from "../../api/api-query.ts";

/** Events on a page: all of nearly every host, so that upcoming and past ones can be told apart here. */
const PAGE = 200;

export const eventsQuery = apiPages(["events"], "/events", { query: { limit: PAGE } });

/** What needs the host, of the events to come. */
export const allAttentionQuery = apiItems(["attention"], "/events/attention");
