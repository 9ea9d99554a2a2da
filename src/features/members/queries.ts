import { and, eq, exists, inArray, isNull, lte, type SQL, sql } from "drizzle-orm";
import { abortUnless } from "../../db/abort-unless.ts";
import type { Database } from "../../db/client.ts";
import { type Bindable, type Placeholders, prepared } from "../../db/prepared-statement.ts";
import { users } from "../../db/schema/accounts.ts";
import { eventCollaborators, events } from "../../db/schema/events.ts";
import type { Caller } from "../accounts/session-token.ts";
import { isAtLeast, ROLES, type Role } from "./roles.ts";

/**
 * The caller's account with the role on the event. No row: the session is dead. A row without a role: no event for
 * this user, whether it exists or not.
 */
export function findMembership(
  db: Database,
  { userId, issuedAt }: Pick<Caller, "userId" | "issuedAt">,
  eventId: string,
) {
  return MEMBERSHIP(db, { userId, issuedAt, eventId });
}

const MEMBERSHIP = prepared(
  (db, { userId, issuedAt, eventId }: Placeholders<{ userId: string; issuedAt: number; eventId: string }>) =>
    db
      .select({ userId: users.id, userName: users.name, role: eventCollaborators.role, hostId: events.hostId })
      .from(users)
      .leftJoin(
        eventCollaborators,
        and(eq(eventCollaborators.eventId, eventId), eq(eventCollaborators.userId, users.id)),
      )
      .leftJoin(events, and(eq(events.id, eventCollaborators.eventId), isNull(events.deletedAt)))
      .where(and(eq(users.id, userId), isNull(users.deletedAt), lte(users.sessionsValidFrom, issuedAt)))
      .limit(1),
);

/** Who is asked about, in a statement of one time or in one that is kept. */
interface RoleCheck {
  session: { userId: Bindable<string>; issuedAt: Bindable<number> };
  eventId: Bindable<string>;
  minimumRole: Role;
}

/** Whether the caller may still do this on the event: for a write that must not outrun the loss of a role. */
export function hasRole(db: Database, caller: RoleCheck): SQL {
  const roles = ROLES.filter((role) => isAtLeast(role, caller.minimumRole));
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

/**
 * The same for a batch of many statements, before which it stands: it is asked once for all of them.
 * @throws a constraint violation, and the batch with it, when the caller may no longer
 */
export function assertRole(db: Database, caller: RoleCheck) {
  return abortUnless(db, hasRole(db, caller));
}
