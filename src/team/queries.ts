import { and, desc, eq, exists, isNull, ne, type SQL, sql } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { users } from "../db/schema/accounts.ts";
import { eventCollaborators } from "../db/schema/events.ts";
import type { Role } from "../platform/authorization/roles.ts";

export type CollaboratorRow = Awaited<ReturnType<typeof listCollaborators>>[number];
/** The rank of a role as SQL: a higher one includes the permissions of the lower ones. */
const RANK = sql`case ${eventCollaborators.role} when 'owner' then 2 when 'editor' then 1 else 0 end`;

/** Gives a user a first role on an event. */
export function insertCollaborator(
  db: Database,
  row: { eventId: string; userId: string; role: Role; createdAt: number },
) {
  return db.insert(eventCollaborators).values(row);
}

/** The collaborators of an event: by role, owners first, then by the time they joined. */
export function listCollaborators(db: Database, eventId: string) {
  return selectCollaborators(db)
    .where(eq(eventCollaborators.eventId, eventId))
    .orderBy(desc(RANK), eventCollaborators.createdAt, eventCollaborators.userId);
}

/** A collaborator of an event, and whether the event has another owner (0 or 1). */
export function findCollaborator(db: Database, eventId: string, userId: string) {
  return db
    .select({
      eventId: eventCollaborators.eventId,
      userId: users.id,
      name: users.name,
      email: users.email,
      role: eventCollaborators.role,
      hasOtherOwner: sql<number>`${exists(findOtherOwner(db, eventId, userId))}`,
    })
    .from(eventCollaborators)
    .innerJoin(users, isLiveMember)
    .where(isCollaborator(eventId, userId))
    .limit(1);
}

/** The collaborator of an event with this address. */
export function findMemberByEmail(db: Database, eventId: string, emailKey: string) {
  return db
    .select({ userId: users.id })
    .from(eventCollaborators)
    .innerJoin(users, isLiveMember)
    .where(and(eq(eventCollaborators.eventId, eventId), eq(users.emailKey, emailKey)))
    .limit(1);
}

/**
 * The condition that a collaborator may be changed or removed: the role is still the one that was read, and the event
 * keeps an owner.
 * @param roleCondition the condition `hasRole` of the caller
 */
export function isReplaceable(
  db: Database,
  roleCondition: SQL,
  eventId: string,
  collaborator: { userId: string; role: Role },
): SQL {
  const inRole = and(isCollaborator(eventId, collaborator.userId), eq(eventCollaborators.role, collaborator.role));
  const isUnchanged = exists(db.select({ one: sql`1` }).from(eventCollaborators).where(inRole));
  const keepsOwner =
    collaborator.role === "owner" ? exists(findOtherOwner(db, eventId, collaborator.userId)) : sql`true`;
  return sql`${roleCondition} and ${isUnchanged} and ${keepsOwner}`;
}

/** Changes a collaborator's role. Returns no row when the guard does not hold. */
export function updateRole(db: Database, eventId: string, userId: string, role: Role, guard: SQL) {
  return db
    .update(eventCollaborators)
    .set({ role })
    .where(and(isCollaborator(eventId, userId), guard))
    .returning({ userId: eventCollaborators.userId });
}

/** Removes a collaborator. Returns no row when the guard does not hold. */
export function deleteCollaborator(db: Database, eventId: string, userId: string, guard: SQL) {
  return db
    .delete(eventCollaborators)
    .where(and(isCollaborator(eventId, userId), guard))
    .returning({ userId: eventCollaborators.userId });
}

/** Gives a user a role, in place of the one that the user has. */
export function grantRole(db: Database, row: { eventId: string; userId: string; role: Role; createdAt: number }) {
  return insertCollaborator(db, row).onConflictDoUpdate({
    target: [eventCollaborators.eventId, eventCollaborators.userId],
    set: { role: row.role },
  });
}

function selectCollaborators(db: Database) {
  return db
    .select({
      eventId: eventCollaborators.eventId,
      userId: users.id,
      name: users.name,
      email: users.email,
      role: eventCollaborators.role,
    })
    .from(eventCollaborators)
    .innerJoin(users, isLiveMember)
    .$dynamic();
}

function findOtherOwner(db: Database, eventId: string, userId: string) {
  return db
    .select({ one: sql`1` })
    .from(eventCollaborators)
    .innerJoin(users, isLiveMember)
    .where(
      and(
        eq(eventCollaborators.eventId, eventId),
        eq(eventCollaborators.role, "owner"),
        ne(eventCollaborators.userId, userId),
      ),
    );
}

const isLiveMember = and(eq(users.id, eventCollaborators.userId), isNull(users.deletedAt));

function isCollaborator(eventId: string, userId: string): SQL | undefined {
  return and(eq(eventCollaborators.eventId, eventId), eq(eventCollaborators.userId, userId));
}
