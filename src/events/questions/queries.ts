import { eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { eventQuestions } from "../../db/schema/questions.ts";
import type { QuestionList } from "./replaced-questions.ts";

/** The questions of an event; no row before the first. */
export function findQuestions(db: Database, eventId: string) {
  return db
    .select({ items: eventQuestions.items, removed: eventQuestions.removed, version: eventQuestions.version })
    .from(eventQuestions)
    .where(eq(eventQuestions.eventId, eventId))
    .limit(1);
}

/** Condition: the caller has the role, and the questions are at the version that was read. @param version 0: no row */
export function isAtVersion(roleCondition: SQL, eventId: string, version: number): SQL {
  const stored = sql`(select ${eventQuestions.version} from ${eventQuestions} where ${eq(eventQuestions.eventId, eventId)})`;
  return sql`${roleCondition} and coalesce(${stored}, 0) = ${version}`;
}

/** Stores the questions as the next version if the guard holds; returns no row otherwise. */
export function putQuestions(
  db: Database,
  eventId: string,
  { items, removed }: QuestionList,
  updatedAt: number,
  guard: SQL,
) {
  const [asked, before] = [JSON.stringify(items), JSON.stringify(removed)];
  return db
    .insert(eventQuestions)
    .select(sql`select ${eventId}, ${asked}, ${before}, 1, ${updatedAt} where ${guard}`)
    .onConflictDoUpdate({
      target: eventQuestions.eventId,
      set: { items, removed, version: sql`${eventQuestions.version} + 1`, updatedAt },
    })
    .returning({ version: eventQuestions.version });
}
