import { notFound } from "../../kernel/errors.ts";
import type { Services } from "../../services.ts";
import { findGuestId } from "../guests/queries.ts";
import { asMember, type EventCaller } from "../members/as-member.ts";
import { listRevisions, type RevisionRow } from "./queries.ts";

/**
 * What a guest answered before each edit, newest first.
 * @throws AppError 404 for a guest of another event
 */
export async function readHistory(services: Services, caller: EventCaller, guestId: string): Promise<RevisionRow[]> {
  const { db } = services;
  const [, [guest], revisions] = await asMember(services, caller, [
    findGuestId(db, caller.eventId, guestId),
    listRevisions(db, caller.eventId, guestId),
  ]);
  if (guest === undefined) throw notFound();
  return revisions;
}
