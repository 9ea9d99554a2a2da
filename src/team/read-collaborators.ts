import { and, eq } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import type { Database } from "../db/client.ts";
import { collaboratorInvites } from "../db/schema/events.ts";
import { authorizeMember, type EventCaller } from "../platform/authorization/authorize-member.ts";
import { isPending } from "./accept-invite.ts";
import { type CollaboratorRow, listCollaborators } from "./change-role.ts";

/** The collaborators of an event and its open invites. */
export interface Team {
  members: CollaboratorRow[];
  pending: PendingRow[];
}

/** The collaborators of an event and its open invites. */
export async function readCollaborators(ctx: RequestContext, caller: EventCaller): Promise<Team> {
  const { db, clock } = ctx;
  const { members, pending } = await authorizeMember(ctx, caller, {
    members: listCollaborators(db, caller.eventId),
    pending: listPending(db, caller.eventId, clock.now()),
  });
  return { members, pending };
}

type PendingRow = Awaited<ReturnType<typeof listPending>>[number];

/** The open invites of an event, oldest first. */
function listPending(db: Database, eventId: string, now: number) {
  return db
    .select({
      eventId: collaboratorInvites.eventId,
      email: collaboratorInvites.email,
      role: collaboratorInvites.role,
      expiresAt: collaboratorInvites.expiresAt,
    })
    .from(collaboratorInvites)
    .where(and(eq(collaboratorInvites.eventId, eventId), isPending(now)))
    .orderBy(collaboratorInvites.createdAt, collaboratorInvites.emailKey);
}
