import type { RequestContext } from "../../context.ts";
import type { Statement } from "../../db/client.ts";
import { eraseStoredResults } from "../idempotency/queries.ts";
import { busMessage } from "../outbox/enqueue.ts";
import { eraseOutboxRowsOf } from "../outbox/queries.ts";
import { deleteDeadLettersOf, emptyMessageRecords } from "./erasure-queries.ts";

/**
 * Statements that erase what no foreign key reaches of guests: outbox rows, dead letters, stored results, and what the
 * audit trail stores of messages that name them. They
 * belong in the batch that deletes the guests' rows, before these, and which is aborted unless all guests exist and the
 * caller may delete them. What is stored outside the database is erased by messages of the same batch, so that an engine or
 * object that is down only delays it.
 *
 * A suppressed address stays suppressed.
 * @param messageIds messages whose text is erased, too
 */
export function eraseGuestTraces(
  ctx: RequestContext,
  eventId: string,
  guestIds: readonly string[],
  messageIds: readonly string[],
) {
  const { db } = ctx;
  const changes: Statement[] = [
    ...eraseOutboxRowsOf(db, eventId, guestIds),
    deleteDeadLettersOf(db, guestIds),
    eraseStoredResults(db, [...guestIds, ...messageIds]),
    ...(messageIds.length === 0 ? [] : [emptyMessageRecords(db, eventId, messageIds)]),
  ];
  const messages = guestIds.map((id) => busMessage(ctx, "access.forget", { event_id: eventId, guest_id: id }));
  return { changes, messages };
}
