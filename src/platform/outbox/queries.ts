import { and, asc, gt, lt, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { type Placeholders, prepared, preparedByShape } from "../../db/prepared-statement.ts";
import { outbox } from "../../db/schema/messages.ts";
import { CHUNK_TYPE, type StoredOutboxRow } from "./outbox-row.ts";

/** D1 binds at most 100 values to a statement, and a row takes four. */
export const MAX_ROWS_PER_STATEMENT = 20;
/** What is owed to those who are erased. */
const ERASURE_TYPE = "access.forget";

/** What the service owes from now on, if the guard holds. The guard is asked once for all of it. */
export function insertOutboxRows(
  db: Database,
  outboxEntries: readonly StoredOutboxRow[],
  createdAt: number,
  guard?: SQL,
) {
  if (guard === undefined) return insertOutboxRowsUnguarded(db, outboxEntries, createdAt);
  const rows = outboxEntries.map(({ id, type, body }) => sql`(${id}, ${type}, ${JSON.stringify(body)}, ${createdAt})`);
  return db.insert(outbox).select(sql`select * from (values ${sql.join(rows, sql`, `)}) where ${guard}`);
}

/** Messages that are owed whatever happens. */
function insertOutboxRowsUnguarded(db: Database, outboxEntries: readonly StoredOutboxRow[], createdAt: number) {
  const values = Object.fromEntries(
    outboxEntries.flatMap(({ id, type, body }, index) => [
      [`id${index}`, id],
      [`type${index}`, type],
      [`body${index}`, JSON.stringify(body)],
    ]),
  );
  return INSERT_OUTBOX_ROWS(outboxEntries.length, db, { ...values, createdAt });
}

/** Shaped by the number of rows. */
const INSERT_OUTBOX_ROWS = preparedByShape(
  (count: number, db, params: Placeholders<Record<string, string | number>>) => {
    const rows = Array.from(
      { length: count },
      (_, index) =>
        sql`(${params[`id${index}`]}, ${params[`type${index}`]}, ${params[`body${index}`]}, ${params.createdAt})`,
    );
    return db.insert(outbox).select(sql`values ${sql.join(rows, sql`, `)}`);
  },
);

/**
 * The oldest rows that nobody put on their queue, in the order in which they came.
 * @param after the id of the last one that was looked at
 * @param without types of messages whose queue is down
 */
export function findUnpublished(
  db: Database,
  olderThan: number,
  { after, without, limit }: { after: string; without: readonly string[]; limit: number },
) {
  const isWanted = sql`${outbox.type} not in (select value from json_each(${JSON.stringify(without)}))`;
  return db
    .select()
    .from(outbox)
    .where(and(gt(outbox.id, after), lt(outbox.createdAt, olderThan), isWanted))
    .orderBy(asc(outbox.id))
    .limit(limit);
}

/**
 * Takes back what is owed about a guest, or without one about a whole event, if the guard holds. That they are to be
 * forgotten stays owed.
 */
export function eraseOutboxRows(db: Database, eventId: string, guestId: string | null, guard: SQL) {
  const [field, id] = guestId === null ? ["event_id", eventId] : ["guest_id", guestId];
  const mentions = sql`instr(${outbox.body}, ${id}) > 0 and ${guard}`;
  const others = sql`(
    select json_group_array(json(value)) from json_each(${outbox.body})
    where value ->> ${`$.body.${field}`} is not ${id} or value ->> '$.type' = ${ERASURE_TYPE})`;
  return [
    db
      .delete(outbox)
      .where(
        sql`${outbox.type} not in (${CHUNK_TYPE}, ${ERASURE_TYPE}) and ${outbox.body} ->> ${`$.${field}`} = ${id} and ${mentions}`,
      ),
    db.update(outbox).set({ body: others }).where(sql`${outbox.type} = ${CHUNK_TYPE} and ${mentions}`),
    db.delete(outbox).where(sql`${outbox.type} = ${CHUNK_TYPE} and ${outbox.body} = '[]'`),
  ] as const;
}

/** Forgets rows whose messages their queue has taken. One bound list, whatever its length: D1 binds at most 100 values. */
export function deletePublished(db: Database, ids: readonly string[]) {
  return DELETE_PUBLISHED(db, { ids: JSON.stringify(ids) });
}

const DELETE_PUBLISHED = prepared((db, { ids }: Placeholders<{ ids: string }>) =>
  db.delete(outbox).where(sql`${outbox.id} in (select value from json_each(${ids}))`),
);
