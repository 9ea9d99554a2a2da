import { asc, lt, type SQL, sql } from "drizzle-orm";
import type { BusMessage } from "../../../proto/bus/messages.ts";
import type { Database } from "../../db/client.ts";
import { insertWhere } from "../../db/insert-where.ts";
import { outbox } from "../../db/schema/messages.ts";

/** One message that the service owes from now on, if the guard holds. */
export function insertOwed(db: Database, message: BusMessage, createdAt: number, guard: SQL = sql`true`) {
  return insertWhere(db, outbox, { id: message.id, type: message.type, body: message.body, createdAt }, guard);
}

/** The oldest messages that nobody put on their queue, in the order in which they came. */
export function findLeftBehind(db: Database, olderThan: number, limit: number) {
  return db.select().from(outbox).where(lt(outbox.createdAt, olderThan)).orderBy(asc(outbox.id)).limit(limit);
}

/** Forgets messages that their queue has taken. One bound list, whatever its length: D1 binds at most 100 values. */
export function deleteTaken(db: Database, ids: readonly string[]) {
  return db.delete(outbox).where(sql`${outbox.id} in (select value from json_each(${JSON.stringify(ids)}))`);
}
