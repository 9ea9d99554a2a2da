import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { type Cells, insertFrom } from "../../db/inserts.ts";
import { type Placeholders, prepared, preparedByShape } from "../../db/prepared-statement.ts";
import { outbox } from "../../db/schema/messages.ts";
import { CHUNK_TYPE, type StoredOutboxRow } from "./outbox-row.ts";
/** Erasure messages survive the erasure of what they are about. */
export const ERASURE_TYPE = "access.forget";

/**
 * Stores rows, if the write condition is true; it is evaluated once for all rows. A stored row is unchanged, because a
 * warning has the ID of its hour, and a second warning may come before the first is published.
 */
export function insertOutboxRows(db: Database, rows: readonly StoredOutboxRow[], createdAt: number, guard?: SQL) {
  if (guard === undefined) return insertOutboxRowsUnguarded(db, rows, createdAt);
  const values = rows.map(({ id, type, body }) => sql`(${id}, ${type}, ${JSON.stringify(body)})`);
  const cells = { id: sql`column1`, type: sql`column2`, body: sql`column3`, createdAt };
  const from = sql`from (values ${sql.join(values, sql`, `)}) where ${guard}`;
  return insertFrom(db, outbox, cells, from).onConflictDoNothing();
}

function insertOutboxRowsUnguarded(db: Database, rows: readonly StoredOutboxRow[], createdAt: number) {
  const values = Object.fromEntries(
    rows.flatMap(({ id, type, body }, index) => [
      [`id${index}`, id],
      [`type${index}`, type],
      [`body${index}`, body],
    ]),
  );
  return INSERT_OUTBOX_ROWS(rows.length, db, { ...values, createdAt });
}

/** Stores the rows that a query computes; see `insertFrom`. */
export function insertOutboxFrom(db: Database, row: Cells<typeof outbox>, rest: SQL) {
  return insertFrom(db, outbox, row, rest);
}

/** One prepared statement for each number of rows. */
const INSERT_OUTBOX_ROWS = preparedByShape((count: number, db, _: Placeholders<Record<string, unknown>>) => {
  const cells = (index: number) => ({
    id: sql.placeholder(`id${index}`),
    type: sql.placeholder(`type${index}`),
    body: sql.placeholder(`body${index}`),
    createdAt: sql.placeholder("createdAt"),
  });
  const rows = Array.from({ length: count }, (_row, index) => cells(index));
  return db.insert(outbox).values(rows).onConflictDoNothing();
});

/** Erases the messages about an event if the write condition is true. Erasure messages stay. */
export function eraseOutboxRows(db: Database, eventId: string, guard: SQL) {
  const mentions = sql`instr(${outbox.body}, ${eventId}) > 0 and ${guard}`;
  const others = sql`(
    select json_group_array(json(value)) from json_each(${outbox.body})
    where value ->> '$.body.event_id' is not ${eventId} or value ->> '$.type' = ${ERASURE_TYPE})`;
  return [
    db
      .delete(outbox)
      .where(
        sql`${outbox.type} not in (${CHUNK_TYPE}, ${ERASURE_TYPE}) and ${outbox.body} ->> '$.event_id' = ${eventId} and ${mentions}`,
      ),
    db.update(outbox).set({ body: others }).where(sql`${outbox.type} = ${CHUNK_TYPE} and ${mentions}`),
    db.delete(outbox).where(sql`${outbox.type} = ${CHUNK_TYPE} and ${outbox.body} = '[]'`),
  ] as const;
}

/** Deletes rows whose messages are on their queue. One bound value, because D1 binds at most 100. */
export function deletePublished(db: Database, ids: readonly string[]) {
  return DELETE_PUBLISHED(db, { ids: JSON.stringify(ids) });
}

const DELETE_PUBLISHED = prepared((db, { ids }: Placeholders<{ ids: string }>) =>
  db.delete(outbox).where(sql`${outbox.id} in (select value from json_each(${ids}))`),
);
