import type { RequestContext } from "../context.ts";
import { listPurgeable } from "../platform/personal-data/erasure-queries.ts";
import { purgeEvent, RESTORABLE_MS } from "./erase-event.ts";

/** Events per alarm, because each may have thousands of rows. */
const EVENTS_PER_ALARM = 5;
/** Parts of one event per alarm: requests run between two, and the next alarm goes on. */
const BATCHES_PER_ALARM = 40;

/**
 * Deletes the events that were closed 30 days ago, or for good, with all data of their guests, inside and outside the
 * database.
 */
export async function purgeClosedEvents(ctx: RequestContext): Promise<void> {
  const closedBefore = ctx.clock.now() - RESTORABLE_MS;
  for (const { id } of await listPurgeable(ctx.db, closedBefore, EVENTS_PER_ALARM)) {
    await purgeEvent(ctx, id, BATCHES_PER_ALARM);
  }
}
