import { and, eq, sql } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import type { Database, Statement } from "../../db/client.ts";
import { deadLetters, outbox } from "../../db/schema/messages.ts";
import { auditRecords, idempotencyKeys } from "../../db/schema/platform.ts";
import { busMessage } from "../outbox/enqueue.ts";
import { CHUNK_TYPE } from "../outbox/outbox-row.ts";
import { ERASURE_TYPE } from "../outbox/queries.ts";

/**
 * Statements that erase the traces of guests that no foreign key reaches: outbox rows, dead letters, stored results,
 * and the audit content of messages that name them. Put them before the statements that delete the guests' rows, in a
 * D1 batch that aborts unless all guests exist and the caller may delete them. Messages of the same batch erase data
 * outside the database, so an engine or object that is down only delays the erasure. A suppressed address stays
 * suppressed.
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

/** Deletes the dead letters about guests. */
function deleteDeadLettersOf(db: Database, guestIds: readonly string[]) {
  const ids = sql`(select value from json_each(${JSON.stringify(guestIds)}))`;
  return db.delete(deadLetters).where(sql`${deadLetters.body} ->> '$.body.guest_id' in ${ids}`);
}

/**
 * Empties the audit records of messages, which have their subjects. The target stays: it is the ID of the message. The
 * chain stays verifiable, because the digest of the content stays, too.
 */
function emptyMessageRecords(db: Database, eventId: string, messageIds: readonly string[]) {
  const { action, target } = auditRecords;
  const isOfMessage = sql`${action} in ('message.created', 'message.sent_now', 'message.cancelled')
    and ${target} in (select value from json_each(${JSON.stringify(messageIds)}))`;
  return db
    .update(auditRecords)
    .set({ before: null, after: null, salt: null })
    .where(and(eq(auditRecords.eventId, eventId), isOfMessage));
}

/** Empties stored results about guests or messages. The keys stay, so that a late retry does not create one again. */
function eraseStoredResults(db: Database, subjectIds: readonly string[]) {
  const ids = sql`(select value from json_each(${JSON.stringify(subjectIds)}))`;
  return db
    .update(idempotencyKeys)
    .set({ storedResult: sql`'null'`, guestId: null })
    .where(sql`${idempotencyKeys.guestId} in ${ids}`);
}

/** Erases the messages about guests of an event. Erasure messages stay. */
function eraseOutboxRowsOf(db: Database, eventId: string, guestIds: readonly string[]) {
  const ids = sql`(select value from json_each(${JSON.stringify(guestIds)}))`;
  const others = sql`(
    select json_group_array(json(value)) from json_each(${outbox.body})
    where coalesce(value ->> '$.body.guest_id', '') not in ${ids} or value ->> '$.type' = ${ERASURE_TYPE})`;
  return [
    db
      .delete(outbox)
      .where(sql`${outbox.type} not in (${CHUNK_TYPE}, ${ERASURE_TYPE}) and ${outbox.body} ->> '$.guest_id' in ${ids}`),
    db
      .update(outbox)
      .set({ body: others })
      .where(sql`${outbox.type} = ${CHUNK_TYPE} and instr(${outbox.body}, ${eventId}) > 0`),
    db.delete(outbox).where(sql`${outbox.type} = ${CHUNK_TYPE} and ${outbox.body} = '[]'`),
  ] as const;
}
