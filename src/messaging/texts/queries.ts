import { eq } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { eventTexts } from "../../db/schema/texts.ts";

/** The host's own words; no row before the first change. */
export function findTexts(db: Database, eventId: string) {
  return db.select().from(eventTexts).where(eq(eventTexts.eventId, eventId)).limit(1);
}
