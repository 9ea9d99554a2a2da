import { and, eq, isNull, lte } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { users } from "../../db/schema/accounts.ts";
import { eventCollaborators, events } from "../../db/schema/events.ts";
import type { Caller } from "../accounts/session-token.ts";
import type { Role } from "./roles.ts";

/**
 * The caller's account with the role on the event. No row: the session is dead. A row without a role: no event for
 * this user, whether it exists or not.
 */
export function findMembership(db: Database, caller: Pick<Caller, "userId" | "issuedAt">, eventId: string) {
  return db
    .select({ userId: users.id, userName: users.name, role: eventCollaborators.role, hostId: events.hostId })
    .from(users)
    .leftJoin(eventCollaborators, and(eq(eventCollaborators.eventId, eventId), eq(eventCollaborators.userId, users.id)))
    .leftJoin(events, and(eq(events.id, eventCollaborators.eventId), isNull(events.deletedAt)))
    .where(and(eq(users.id, caller.userId), isNull(users.deletedAt), lte(users.sessionsValidFrom, caller.issuedAt)))
    .limit(1);
}

/** Gives a user a role on an event that has none for them yet. */
export function insertCollaborator(
  db: Database,
  row: { eventId: string; userId: string; role: Role; createdAt: number },
) {
  return db.insert(eventCollaborators).values(row);
}
