import { DAY_MS } from "../../kernel/clock.ts";
import { busMessage, enqueue } from "../../platform/outbox/enqueue.ts";
import { eraseOutboxRows } from "../../platform/outbox/queries.ts";
import type { RequestContext } from "../../request-context.ts";
import { deleteDeadLetters, deletePurgeable, isPurgeable, listPurgeable } from "./erasure-queries.ts";

/** How long a closed event can be restored. */
const RESTORABLE_MS = 30 * DAY_MS;
/** Events per alarm, because each may have thousands of rows. */
const EVENTS_PER_ALARM = 5;

/** Deletes the events that were closed 30 days ago, with all data of their guests, inside and outside the database. */
export async function purgeClosedEvents(ctx: RequestContext): Promise<void> {
  const { db, clock } = ctx;
  const closedBefore = clock.now() - RESTORABLE_MS;
  for (const { id } of await listPurgeable(db, closedBefore, EVENTS_PER_ALARM)) {
    const guard = isPurgeable(db, id, closedBefore);
    const outboxEntries = enqueue(ctx, [busMessage(ctx, "access.forget", { event_id: id })], guard);
    await db.batch([
      ...eraseOutboxRows(db, id, null, guard),
      deleteDeadLetters(db, id, null, guard),
      ...outboxEntries.statements,
      deletePurgeable(db, id, closedBefore),
    ]);
    outboxEntries.publishAfterResponse();
  }
}
