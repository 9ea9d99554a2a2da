import { DAY_MS } from "../../kernel/clock.ts";

/** A report is about something that was sent in this time. */
export const REPORT_WINDOW_MS = 30 * DAY_MS;

/** Response to a body that is not a report of the provider. */
export const UNKNOWN_REPORT = "This is not a report that we know.";
