import { and, desc, eq, isNull, sql } from "drizzle-orm";
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
  return db.insert(eventCollaborators).values({ ...row, updatedAt: row.createdAt });
}

/** The collaborators of an event: by role, owners first, then by the time they joined. */
export function listCollaborators(db: Database, eventId: string) {
  const { role } = eventCollaborators;
  return db
    .select({ eventId: eventCollaborators.eventId, userId: users.id, name: users.name, email: users.email, role })
    .from(eventCollaborators)
    .innerJoin(users, isLiveMember)
    .where(eq(eventCollaborators.eventId, eventId))
    .orderBy(desc(RANK), eventCollaborators.createdAt, eventCollaborators.userId);
}

/** Condition: the account of a collaborator is not deleted. */
export const isLiveMember = and(eq(users.id, eventCollaborators.userId), isNull(users.deletedAt));
