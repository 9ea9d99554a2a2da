import { desc } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { operatorLog } from "../../db/schema/platform.ts";
import { newId } from "../../kernel/ids.ts";

export type OperatorEntry = typeof operatorLog.$inferSelect;

/** Records a change by an operator's command. Belongs into the batch of the change. */
export function insertOperatorEntry(db: Database, entry: Omit<OperatorEntry, "id">) {
  return db.insert(operatorLog).values({ id: newId(entry.at), ...entry });
}

/** The latest changes by operators, newest first. */
export function listOperatorEntries(db: Database, limit: number) {
  return db.select().from(operatorLog).orderBy(desc(operatorLog.id)).limit(limit);
}
