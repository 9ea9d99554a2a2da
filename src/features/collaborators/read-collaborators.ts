import type { Services } from "../../services.ts";
import { authorizeMember, type EventCaller } from "../members/authorize-member.ts";
import { type CollaboratorRow, listCollaborators, listPending, type PendingRow } from "./queries.ts";

/** Who works on an event, and who is asked to. */
export interface Team {
  members: CollaboratorRow[];
  pending: PendingRow[];
}

/** The team of an event. */
export async function readCollaborators(services: Services, caller: EventCaller): Promise<Team> {
  const { db, clock } = services;
  const { members, pending } = await authorizeMember(services, caller, {
    members: listCollaborators(db, caller.eventId),
    pending: listPending(db, caller.eventId, clock.now()),
  });
  return { members, pending };
}
