import { eq } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { guests } from "../db/schema/guests.ts";

/** The ids, e-mail keys, folded names and external ids of an event's guests: what a row of a file is matched against. */
export function listGuestKeys(db: Database, eventId: string) {
  const { id, emailKey: address, nameKey, externalId } = guests;
  return db.select({ id, emailKey: address, nameKey, externalId }).from(guests).where(eq(guests.eventId, eventId));
}
