import type { SQL } from "drizzle-orm";
import { eraseStoredResults, eraseStoredResultsOf } from "../../platform/idempotency/queries.ts";
import { busMessage, enqueue } from "../../platform/outbox/enqueue.ts";
import { eraseOutboxRows, eraseOutboxRowsOf } from "../../platform/outbox/queries.ts";
import type { RequestContext } from "../../request-context.ts";
import { deleteDeadLetters, deleteDeadLettersOf } from "./erasure-queries.ts";

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

/** The same of many guests who all exist and whom the caller may delete: the batch is aborted otherwise. */
export function eraseTracesOfGuests(ctx: RequestContext, eventId: string, guestIds: readonly string[]) {
  const { db } = ctx;
  const forget = guestIds.map((id) => busMessage(ctx, "access.forget", { event_id: eventId, guest_id: id }));
  const outboxEntries = enqueue(ctx, forget);
  const statements = [
    ...eraseOutboxRowsOf(db, eventId, guestIds),
    deleteDeadLettersOf(db, guestIds),
    eraseStoredResultsOf(db, guestIds),
    ...outboxEntries.statements,
  ] as const;
  return { statements, dispatch: () => outboxEntries.publishAfterResponse() };
}
