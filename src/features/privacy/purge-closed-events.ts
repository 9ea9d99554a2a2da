import { DAY_MS } from "../../kernel/clock.ts";
import { busMessage, enqueue } from "../../platform/outbox/enqueue.ts";
import { eraseOutboxRows } from "../../platform/outbox/queries.ts";
import type { RequestContext } from "../../request-context.ts";
import { deleteDeadLetters } from "./erasure-queries.ts";
import { deletePurged, isPurgeable, listPurgeable } from "./queries.ts";

/** A host who closed an event by mistake can have it back for this long; after that nothing of it is left. */
const KEPT_MS = 30 * DAY_MS;
/** An event may have thousands of rows: few go at once, and the next round takes the next. */
const EVENTS_AT_ONCE = 5;

/** Removes events for good that were closed a month ago, with all that their guests left, here and elsewhere. */
export async function purgeClosed(ctx: RequestContext): Promise<void> {
  const { db, clock } = ctx;
  const closedBefore = clock.now() - KEPT_MS;
  for (const { id } of await listPurgeable(db, closedBefore, EVENTS_AT_ONCE)) {
    const guard = isPurgeable(db, id, closedBefore);
    const outboxEntries = enqueue(ctx, [busMessage(ctx, "access.forget", { event_id: id })], guard);
    await db.batch([
      ...eraseOutboxRows(db, id, null, guard),
      deleteDeadLetters(db, id, null, guard),
      ...outboxEntries.statements,
      deletePurged(db, id, closedBefore),
    ]);
    outboxEntries.publishAfterResponse();
  }
}
