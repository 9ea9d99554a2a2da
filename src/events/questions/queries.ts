import { eq } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { eventQuestions } from "../../db/schema/questions.ts";

/** The questions of an event; no row before the first. */
export function findQuestions(db: Database, eventId: string) {
  const { items, removed, version, updatedAt } = eventQuestions;
  return db
    .select({ items, removed, version, updatedAt })
    .from(eventQuestions)
    .where(eq(eventQuestions.eventId, eventId))
    .limit(1);
}
