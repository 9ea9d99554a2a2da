import type { SQL } from "drizzle-orm";
import { eraseStoredResults } from "../../platform/idempotency/queries.ts";
import { busMessage, enqueue } from "../../platform/outbox/enqueue.ts";
import { eraseOutboxRows } from "../../platform/outbox/queries.ts";
import type { RequestContext } from "../../request-context.ts";
import { deleteDeadLetters } from "./erasure-queries.ts";

/**
 * Statements that erase what no foreign key reaches of a guest: outbox rows, dead letters and stored results. They
 * belong in the batch that deletes the guest's row, before that row. What is stored outside the database is erased by a
 * message of the outbox, so that an engine or object that is down only delays it: call `dispatch` after the commit.
 *
 * A suppressed address stays suppressed.
 * @param guard condition: the guest exists and the caller may delete it
 */
export function eraseGuestTraces(ctx: RequestContext, eventId: string, guestId: string, guard: SQL) {
  const { db } = ctx;
  const outboxEntries = enqueue(
    ctx,
    [busMessage(ctx, "access.forget", { event_id: eventId, guest_id: guestId })],
    guard,
  );
  const statements = [
    ...eraseOutboxRows(db, eventId, guestId, guard),
    deleteDeadLetters(db, eventId, guestId, guard),
    eraseStoredResults(db, guestId, guard),
    ...outboxEntries.statements,
  ] as const;
  return { statements, dispatch: () => outboxEntries.publishAfterResponse() };
}
