import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { messageBatches } from "../../db/schema/messages.ts";

export const batchColumns = {
  number: messageBatches.number,
  fromGuest: messageBatches.fromGuest,
  beforeGuest: messageBatches.beforeGuest,
};

/** The batches of a message that are not closed. */
export function openBatches(db: Database, eventId: string, messageId: string) {
  return db
    .select(batchColumns)
    .from(messageBatches)
    .where(
      and(eq(messageBatches.eventId, eventId), eq(messageBatches.messageId, messageId), isNull(messageBatches.doneAt)),
    );
}
