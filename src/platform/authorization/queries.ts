import { and, eq, exists, inArray, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import type { Bindable } from "../../db/prepared-statement.ts";
import { users } from "../../db/schema/accounts.ts";
import { eventCollaborators, events } from "../../db/schema/events.ts";
import type { Authorized } from "./authorization.ts";
import { type Caller, isAtLeast, ROLES, type Role } from "./caller.ts";
import { hasNotEnded } from "./session-queries.ts";

/** A session on an event, and the role that it needs. */
interface EventSession {
  session: Caller;
  eventId: string;
  minimumRole: Role;
  needsFactor?: boolean;
}

/** A session on an event with its values, or with placeholders of a prepared statement. */
interface RoleCheck {
  session: { [K in keyof Caller]: Bindable<Caller[K]> };
  eventId: Bindable<string>;
  minimumRole: Role;
  /** False for a door device, and to leave: not rejected where the event requires a second factor. */
  needsFactor?: boolean;
}

/** The condition that a member still has the role, for a write that must not happen after the role was lost. */
export function hasRole(db: Database, member: Authorized<EventSession>): SQL {
  return roleCondition(db, member);
}

/** Condition on an event and a member: the member has the second factor that the event requires. */
export const HAS_FACTOR = sql`(not ${events.requireSecondFactor} or ${users.hasSecondFactor})`;

/**
 * The condition of `hasRole` for a prepared write that authorizes its caller itself.
 * @param also a further condition, which may use the event's row
 */
export function roleCondition(db: Database, check: RoleCheck, also?: SQL): SQL {
  const roles = ROLES.filter((role) => isAtLeast(role, check.minimumRole));
  const { userId, issuedAt, sessionId } = check.session;
  return exists(
    db
      .select({ one: sql`1` })
      .from(eventCollaborators)
      .innerJoin(users, eq(users.id, eventCollaborators.userId))
      .innerJoin(events, eq(events.id, eventCollaborators.eventId))
      .where(
        and(
          eq(eventCollaborators.eventId, check.eventId),
          eq(eventCollaborators.userId, userId),
          inArray(eventCollaborators.role, roles),
          isNull(events.deletedAt),
          isNull(users.deletedAt),
          lte(users.sessionsValidFrom, issuedAt),
          hasNotEnded(sessionId),
          check.needsFactor === false ? undefined : HAS_FACTOR,
          also,
        ),
      ),
  );
}
