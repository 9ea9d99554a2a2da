import { and, asc, eq, isNull } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { users } from "../../db/schema/accounts.ts";
import { eventCollaborators } from "../../db/schema/events.ts";

/** The owners of an event, who are told of changes of it: by the time they joined. */
export function listOwners(db: Database, eventId: string) {
  return db
    .select({ userId: eventCollaborators.userId })
    .from(eventCollaborators)
    .innerJoin(users, and(eq(users.id, eventCollaborators.userId), isNull(users.deletedAt)))
    .where(and(eq(eventCollaborators.eventId, eventId), eq(eventCollaborators.role, "owner")))
    .orderBy(asc(eventCollaborators.createdAt), asc(eventCollaborators.userId));
}
