import type { RequestContext } from "../context.ts";
import { authorizeMember, type EventCaller } from "../platform/authorization/authorize-member.ts";
import { listPending, type PendingRow } from "./invite-queries.ts";
import { type CollaboratorRow, listCollaborators } from "./queries.ts";

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
