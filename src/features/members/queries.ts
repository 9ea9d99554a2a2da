import { and, eq, exists, inArray, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { users } from "../../db/schema/accounts.ts";
import { eventCollaborators, events } from "../../db/schema/events.ts";
import type { Caller } from "../accounts/session-token.ts";
import type { EventCaller } from "./as-member.ts";
import { isAtLeast, ROLES } from "./roles.ts";

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

/** Whether the caller may still do this on the event: for a write that must not outrun the loss of a role. */
export function hasStanding(db: Database, caller: EventCaller): SQL {
  const roles = ROLES.filter((role) => isAtLeast(role, caller.needed));
  const { userId, issuedAt } = caller.session;
  return exists(
    db
      .select({ one: sql`1` })
      .from(eventCollaborators)
      .innerJoin(users, eq(users.id, eventCollaborators.userId))
      .innerJoin(events, eq(events.id, eventCollaborators.eventId))
      .where(
        and(
          eq(eventCollaborators.eventId, caller.eventId),
          eq(eventCollaborators.userId, userId),
          inArray(eventCollaborators.role, roles),
          isNull(events.deletedAt),
          isNull(users.deletedAt),
          lte(users.sessionsValidFrom, issuedAt),
        ),
      ),
  );
}
