import type { Database } from "../../db/client.ts";
import { suppressions } from "../../db/schema/messages.ts";

/** Suppresses invitations, reminders and broadcasts of all hosts to an address. The first reason stays. */
export function insertSuppression(db: Database, row: typeof suppressions.$inferInsert) {
  return db.insert(suppressions).values(row).onConflictDoNothing();
}
