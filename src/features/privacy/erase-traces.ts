import type { SQL } from "drizzle-orm";
import { eraseStoredResults } from "../../platform/idempotency/queries.ts";
import { busMessage, enqueue } from "../../platform/outbox/enqueue.ts";
import { eraseOutboxRows } from "../../platform/outbox/queries.ts";
import type { RequestContext } from "../../request-context.ts";
import { deleteDeadLetters } from "./erasure-queries.ts";

/**
 * What is left of a guest where no foreign key reaches, for the batch that deletes the guest's row, before that row goes:
 * messages that are owed, messages that died, and what requests with a key came to. What lies outside the database is
 * forgotten over the bus, so that an engine or an object that does not answer only delays it; dispatch after the commit.
 *
 * An address that asked not to be written to stays on the list of those: the wish outlives the guest.
 * @param guard whether the guest is there to be erased, and by whom it is asked
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
