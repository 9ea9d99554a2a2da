import { DAY_MS } from "../../kernel/clock.ts";
import type { Services } from "../../services.ts";
import { purgeClosedEvents } from "./queries.ts";

/** A host who closed an event by mistake can have it back for this long; after that nothing of it is left. */
const KEPT_MS = 30 * DAY_MS;
/** An event may have thousands of rows: few go at once, and the next round takes the next. */
const EVENTS_AT_ONCE = 5;

/** Removes events for good that were closed a month ago, with all that their guests left. */
export async function purgeClosed(services: Pick<Services, "db" | "clock">): Promise<void> {
  await purgeClosedEvents(services.db, services.clock.now() - KEPT_MS, EVENTS_AT_ONCE);
}
