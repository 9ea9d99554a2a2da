import { and, asc, eq, gte, ne, type SQL, sql } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { accessLogs } from "../db/schema/access.ts";
import { eventSeats, events } from "../db/schema/events.ts";
import { rsvpRevisions, rsvps } from "../db/schema/rsvps.ts";
import { nextPlace } from "../events/seats/seat-queries.ts";
import { REVISION, type RevisionRow, type RsvpRow } from "./queries.ts";
import { headsOf } from "./rules.ts";

interface GuestIds {
  eventId: string;
  guestId: string;
}

/** The states of an answer that were replaced since a moment, oldest first. */
export function listReplacedSince(db: Database, { eventId, guestId }: GuestIds, since: number) {
  return db
    .select()
    .from(rsvpRevisions)
    .where(
      and(eq(rsvpRevisions.eventId, eventId), eq(rsvpRevisions.guestId, guestId), gte(rsvpRevisions.replacedAt, since)),
    )
    .orderBy(asc(rsvpRevisions.revision));
}

/** The accesses of a guest's links that answered, or tried to, from this one on. Ids have the order of time. */
export function listAnswering(db: Database, { eventId, guestId }: GuestIds, fromId: string) {
  const { at, device, ipAddress, userAgent } = accessLogs;
  return db
    .select({ at, device, ipAddress, userAgent })
    .from(accessLogs)
    .where(
      and(
        eq(accessLogs.eventId, eventId),
        eq(accessLogs.guestId, guestId),
        gte(accessLogs.id, fromId),
        ne(accessLogs.kind, "access"),
      ),
    );
}

/** The condition that an answer is the one that was read, or that there is still none. */
export function isAnswerAsRead(
  ids: GuestIds,
  rsvp: Pick<RsvpRow, "id" | "editCount" | "hostChangeCount" | "updatedAt"> | null,
): SQL {
  const stored = sql`select 1 from ${rsvps} where ${isRsvpOf(ids)}`;
  if (rsvp === null) return sql`not exists (${stored})`;
  const { id, editCount, hostChangeCount, updatedAt } = rsvp;
  return sql`exists (${stored} and ${rsvps.id} = ${id} and ${REVISION} = ${editCount + hostChangeCount}
    and ${rsvps.updatedAt} = ${updatedAt})`;
}

/** Deletes an answer with its states: there was none before. */
export function deleteAnswer(db: Database, ids: GuestIds) {
  return db.delete(rsvps).where(isRsvpOf(ids));
}

/** Stores the answer that is taken back as a revision. Comes before `restoreAnswer`. */
export function insertTakenBack(db: Database, ids: GuestIds, replacedAt: number) {
  return db.insert(rsvpRevisions).select(sql`
    select ${rsvps.eventId}, ${rsvps.guestId}, ${REVISION}, ${rsvps.response}, ${rsvps.plusOnes}, ${rsvps.updatedAt},
      ${replacedAt}, ${rsvps.editCount}, 'guest', ${rsvps.companions}, ${rsvps.answers}, ${rsvps.answeredBy}, ${rsvps.seat}
    from ${rsvps} where ${isRsvpOf(ids)}`);
}

/**
 * Makes an answer what it was, with the edits that were left then. A seat that others have by now is gone: the party waits
 * then, also where the event has no waitlist, so that the host sees it. A party that waited gets its place back.
 */
export function restoreAnswer(db: Database, to: RevisionRow, now: number) {
  const { eventId, response, plusOnes, companions, answers, answeredBy, editCount } = to;
  const heads = headsOf(to);
  const restored = { response, plusOnes, companions, answers, answeredBy, heads, editCount, updatedAt: now };
  const own = sql`iif(${rsvps.seat} = 'confirmed' or ${rsvps.seat} = 'offered', ${rsvps.heads}, 0)`;
  const held = sql`coalesce((select ${eventSeats.held} from ${eventSeats} where ${eventSeats.eventId} = ${eventId}), 0)`;
  const capacity = sql`(select ${events.capacity} from ${events} where ${events.id} = ${eventId})`;
  const fits = sql`(${capacity} is null or ${held} - ${own} + ${heads} <= ${capacity})`;
  const waited = to.seat === "waitlisted" || to.seat === "offered";
  const waits = waited ? sql`${capacity} is not null` : sql`not ${fits}`;
  const place = waited ? sql`${to.recordedAt}` : nextPlace(eventId, now);
  return db
    .update(rsvps)
    .set({
      ...restored,
      seat: heads === 0 ? null : sql`iif(${waits}, 'waitlisted', 'confirmed')`,
      waitlistedAt: heads === 0 ? null : sql`iif(${waits}, ${place}, null)`,
      offerExpiresAt: null,
      // So that the number of changes, by which states are told apart, goes on rising.
      hostChangeCount: sql`${REVISION} + 1 - ${editCount}`,
    })
    .where(isRsvpOf(to));
}

function isRsvpOf({ eventId, guestId }: GuestIds) {
  return and(eq(rsvps.eventId, eventId), eq(rsvps.guestId, guestId));
}
