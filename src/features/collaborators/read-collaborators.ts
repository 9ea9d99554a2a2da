import type { RequestContext } from "../../request-context.ts";
import { authorizeMember, type EventCaller } from "../members/authorize-member.ts";
import { type CollaboratorRow, listCollaborators, listPending, type PendingRow } from "./queries.ts";

/** Who works on an event, and who is asked to. */
export interface Team {
  members: CollaboratorRow[];
  pending: PendingRow[];
}

/** The team of an event. */
export async function readCollaborators(ctx: RequestContext, caller: EventCaller): Promise<Team> {
  const { db, clock } = ctx;
  const { members, pending } = await authorizeMember(ctx, caller, {
    members: listCollaborators(db, caller.eventId),
    pending: listPending(db, caller.eventId, clock.now()),
  });
  return { members, pending };
}
