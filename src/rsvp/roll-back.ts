import { sql } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import type { Database, Statement } from "../db/client.ts";
import { eventSeats, events } from "../db/schema/events.ts";
import { type GuestKey, rsvps } from "../db/schema/rsvps.ts";
import { HOLDS_SEATS } from "../db/standing.ts";
import { isAnswerOf, nextPlace, seatsFreed } from "../events/seats/seats.ts";
import { insertRevisions, REVISION } from "../guests/party.ts";
import { saidYes, standingOfRsvp } from "../kernel/standing.ts";
import type { RsvpRollback } from "./plan-rollback.ts";
import type { RevisionRow, RsvpRow } from "./queries.ts";
import { headsOf } from "./rules.ts";

/**
 * Returns the statements that restore an earlier state of an RSVP, for a batch that has checked that the RSVP is
 * unchanged.
 * @param by the guest, by a report, or the host
 */
export function rollbackStatements(
  ctx: RequestContext,
  rsvp: RsvpRow | null,
  before: RsvpRollback,
  capacity: number | null,
  by: RsvpRow["answeredBy"] = "guest",
): { statements: Statement[]; messages: ReturnType<typeof seatsFreed> } {
  if (rsvp === null || before.status !== "restored") return { statements: [], messages: [] };
  const { db, clock } = ctx;
  const now = clock.now();
  const messages = saidYes(rsvp.response) ? seatsFreed(ctx, rsvp.eventId, capacity) : [];
  const { to } = before;
  if (to === null) return { statements: [deleteAnswer(db, rsvp)], messages };
  return { statements: [insertRolledBackRevision(db, rsvp, by, now), restoreAnswer(db, to, now)], messages };
}

/** Deletes an RSVP with its revisions, because there was none before. */
function deleteAnswer(db: Database, ids: GuestKey) {
  return db.delete(rsvps).where(isAnswerOf(ids.eventId, ids.guestId));
}

/** Stores the RSVP that is rolled back as a revision. Run it before `restoreAnswer`. */
function insertRolledBackRevision(db: Database, ids: GuestKey, replacedBy: RsvpRow["answeredBy"], replacedAt: number) {
  return insertRevisions(
    db,
    { replacedBy, replacedAt },
    sql`from ${rsvps} where ${isAnswerOf(ids.eventId, ids.guestId)}`,
  );
}

/**
 * Restores an RSVP, with the number of edits that were left. If other parties have its seats by now, the party is
 * waitlisted, even without a waitlist, so that the host sees it. A party that waited gets its place back. A party whose
 * offer had run out has no seat again.
 */
function restoreAnswer(db: Database, to: RevisionRow, now: number) {
  const { eventId, response, plusOnes, companions, answers, answeredBy, newDevice, editCount, riskScore } = to;
  const heads = headsOf(to);
  const answer = { response, plusOnes, companions, answers, answeredBy, newDevice, heads };
  const restored = { ...answer, editCount, riskScore, updatedAt: now };
  const own = sql`iif(${HOLDS_SEATS}, ${rsvps.heads}, 0)`;
  const held = sql`coalesce((select ${eventSeats.held} from ${eventSeats} where ${eventSeats.eventId} = ${eventId}), 0)`;
  const capacity = sql`(select ${events.capacity} from ${events} where ${events.id} = ${eventId})`;
  const fits = sql`(${capacity} is null or ${held} - ${own} + ${heads} <= ${capacity})`;
  const standing = standingOfRsvp(to);
  const waited = standing === "waitlisted" || standing === "offered";
  const isSeatless = standing === "unseated";
  const waits = waited || isSeatless ? sql`${capacity} is not null` : sql`not ${fits}`;
  const place = waited ? sql`${to.recordedAt}` : nextPlace(eventId, now);
  return db
    .update(rsvps)
    .set({
      ...restored,
      seat: heads === 0 ? null : sql`iif(${waits}, ${isSeatless ? null : "waitlisted"}, 'confirmed')`,
      waitlistedAt: heads === 0 || isSeatless ? null : sql`iif(${waits}, ${place}, null)`,
      offerExpiresAt: null,
      // The number of changes identifies a state, so it has to keep rising.
      hostChangeCount: sql`${REVISION} + 1 - ${editCount}`,
    })
    .where(isAnswerOf(eventId, to.guestId));
}
