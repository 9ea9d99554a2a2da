import { and, asc, gt, lt, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { type Given, kept, keptInShapes } from "../../db/kept-statement.ts";
import { outbox } from "../../db/schema/messages.ts";
import { type OutboxRow, PARCEL_TYPE } from "./parcels.ts";

/** D1 binds at most 100 values to a statement, and a row takes four. */
export const MAX_OWED_IN_STATEMENT = 20;
/** What is owed to those who are erased. */
const FORGETTING = "access.forget";

/** What the service owes from now on, if the guard holds. The guard is asked once for all of it. */
export function insertOwed(db: Database, owed: readonly OutboxRow[], createdAt: number, guard?: SQL) {
  if (guard === undefined) return insertAllOwed(db, owed, createdAt);
  const rows = owed.map(({ id, type, body }) => sql`(${id}, ${type}, ${JSON.stringify(body)}, ${createdAt})`);
  return db.insert(outbox).select(sql`select * from (values ${sql.join(rows, sql`, `)}) where ${guard}`);
}

/** Messages that are owed whatever happens. */
function insertAllOwed(db: Database, owed: readonly OutboxRow[], createdAt: number) {
  const values = Object.fromEntries(
    owed.flatMap(({ id, type, body }, index) => [
      [`id${index}`, id],
      [`type${index}`, type],
      [`body${index}`, JSON.stringify(body)],
    ]),
  );
  return INSERT_OWED(owed.length, db, { ...values, createdAt });
}

/** Shaped by the number of rows. */
const INSERT_OWED = keptInShapes((count: number, db, given: Given<Record<string, string | number>>) => {
  const rows = Array.from(
    { length: count },
    (_, index) => sql`(${given[`id${index}`]}, ${given[`type${index}`]}, ${given[`body${index}`]}, ${given.createdAt})`,
  );
  return db.insert(outbox).select(sql`values ${sql.join(rows, sql`, `)}`);
});

/**
 * The oldest rows that nobody put on their queue, in the order in which they came.
 * @param after the id of the last one that was looked at
 * @param without types of messages whose queue is down
 */
export function findLeftBehind(
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
export function eraseOwed(db: Database, eventId: string, guestId: string | null, guard: SQL) {
  const [field, id] = guestId === null ? ["event_id", eventId] : ["guest_id", guestId];
  const mentions = sql`instr(${outbox.body}, ${id}) > 0 and ${guard}`;
  const others = sql`(
    select json_group_array(json(value)) from json_each(${outbox.body})
    where value ->> ${`$.body.${field}`} is not ${id} or value ->> '$.type' = ${FORGETTING})`;
  return [
    db
      .delete(outbox)
      .where(
        sql`${outbox.type} not in (${PARCEL_TYPE}, ${FORGETTING}) and ${outbox.body} ->> ${`$.${field}`} = ${id} and ${mentions}`,
      ),
    db.update(outbox).set({ body: others }).where(sql`${outbox.type} = ${PARCEL_TYPE} and ${mentions}`),
    db.delete(outbox).where(sql`${outbox.type} = ${PARCEL_TYPE} and ${outbox.body} = '[]'`),
  ] as const;
}

/** Forgets rows whose messages their queue has taken. One bound list, whatever its length: D1 binds at most 100 values. */
export function deleteTaken(db: Database, ids: readonly string[]) {
  return DELETE_TAKEN(db, { ids: JSON.stringify(ids) });
}

const DELETE_TAKEN = kept((db, { ids }: Given<{ ids: string }>) =>
  db.delete(outbox).where(sql`${outbox.id} in (select value from json_each(${ids}))`),
);
