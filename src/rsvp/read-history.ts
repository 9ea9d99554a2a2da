import { and, desc, eq } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import type { Database } from "../db/client.ts";
import { one } from "../db/one.ts";
import { rsvpRevisions } from "../db/schema/rsvps.ts";
import { findGuestId } from "../guests/queries.ts";
import { notFound } from "../kernel/errors.ts";
import { authorizeMember, type EventCaller } from "../platform/authorization/authorize-member.ts";
import type { RevisionRow } from "./queries.ts";

/**
 * The revisions of a guest's RSVP, newest first.
 * @throws AppError 404 for a guest of another event
 */
export async function readHistory(ctx: RequestContext, caller: EventCaller, guestId: string): Promise<RevisionRow[]> {
  const { db } = ctx;
  const { guest, revisions } = await authorizeMember(ctx, caller, {
    guest: one(findGuestId(db, caller.eventId, guestId)),
    revisions: listRevisions(db, caller.eventId, guestId),
  });
  if (guest === undefined) throw notFound();
  return revisions;
}

/** The revisions of an RSVP, newest first. */
function listRevisions(db: Database, eventId: string, guestId: string) {
  return db
    .select()
    .from(rsvpRevisions)
    .where(and(eq(rsvpRevisions.eventId, eventId), eq(rsvpRevisions.guestId, guestId)))
    .orderBy(desc(rsvpRevisions.revision));
}
