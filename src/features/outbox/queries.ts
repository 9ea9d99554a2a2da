import { asc, lt, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { outbox } from "../../db/schema/messages.ts";
import type { OutboxRow } from "./parcels.ts";

/** D1 binds at most 100 values to a statement, and a row takes four. */
export const MAX_OWED_IN_STATEMENT = 20;

/** What the service owes from now on, if the guard holds. The guard is asked once for all of it. */
export function insertOwed(db: Database, owed: readonly OutboxRow[], createdAt: number, guard: SQL = sql`true`) {
  const rows = owed.map(({ id, type, body }) => sql`(${id}, ${type}, ${JSON.stringify(body)}, ${createdAt})`);
  return db.insert(outbox).select(sql`select * from (values ${sql.join(rows, sql`, `)}) where ${guard}`);
}

/** The oldest rows that nobody put on their queue, in the order in which they came. */
export function findLeftBehind(db: Database, olderThan: number, limit: number) {
  return db.select().from(outbox).where(lt(outbox.createdAt, olderThan)).orderBy(asc(outbox.id)).limit(limit);
}

/** Forgets rows whose messages their queue has taken. One bound list, whatever its length: D1 binds at most 100 values. */
export function deleteTaken(db: Database, ids: readonly string[]) {
  return db.delete(outbox).where(sql`${outbox.id} in (select value from json_each(${JSON.stringify(ids)}))`);
}
