import { sql } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import type { Database } from "../db/client.ts";
import { isConstraintViolation } from "../db/failures.ts";
import { insertFrom } from "../db/inserts.ts";
import { one } from "../db/one.ts";
import { events } from "../db/schema/events.ts";
import { guests } from "../db/schema/guests.ts";
import { eventQuestions } from "../db/schema/questions.ts";
import { type GuestKey, rsvps } from "../db/schema/rsvps.ts";
import { isAnswerOf, newSeatSql, placeIfWaitlisted, seatsFreed } from "../events/seats/seats.ts";
import { insertHostRevision, isAnswerAsRead } from "../guests/party.ts";
import { guestTokenOf } from "../invitations/guest-link.ts";
import { newId } from "../kernel/ids.ts";
import { isSilent } from "../platform/authorization/api-key.ts";
import type { Member } from "../platform/authorization/authorize-member.ts";
import { type Audited, commit, LostRace } from "../platform/commit/commit.ts";
import { unchanged } from "../platform/commit/unchanged.ts";
import type { Notified, reserveOne } from "../sending/notify.ts";
import { rsvpConfirmed, rsvpEvent } from "./answered.ts";
import { findSeat, type RsvpRow, seatAfterEditSql } from "./queries.ts";
import type { AnswerableRow } from "./record-queries.ts";
import { requireRoomFor } from "./require-room-for.ts";
import { type Answer, freesSeats, headsOf, seatWithoutQuery } from "./rules.ts";

/** A recorded answer, and whether the guest gets a confirmation of it. */
export interface Recorded extends Notified {
  rsvp: RsvpRow;
  /** 1 is next; null for a guest who does not wait. */
  waitlistPosition: number | null;
}

/** An RSVP to record. */
interface Recording {
  answer: Answer;
  notice: Notified;
  /** Counts the email to the guest. */
  mail: ReturnType<typeof reserveOne>;
  /** Whether the party gets its seats beyond the capacity and before waitlisted parties. */
  force: boolean;
}

/**
 * Writes an RSVP that a host has recorded. One batch also has the replaced revision, the audit record and the email to
 * the guest.
 * @throws LostRace if the rows that were read or the seats have changed since; AppError 409 `event_full`
 */
export async function writeRecorded(
  ctx: RequestContext,
  member: Member,
  read: AnswerableRow,
  { answer, notice, mail, force }: Recording,
): Promise<Recorded> {
  const { db, clock } = ctx;
  const { guest, event, questions, rsvp: before } = read;
  const { eventId } = member;
  const ids = { eventId, guestId: guest.id };
  const now = clock.now();
  const row = recordedRow(ids, before, answer, now);
  const { capacity } = event;
  const seat = force && row.heads > 0 ? "confirmed" : seatWithoutQuery(before, row.heads, capacity);
  const seating = { seat, capacity, waitlist: Number(event.waitlist) };
  const type = before === null ? ("rsvp.submitted" as const) : ("rsvp.updated" as const);
  const lost = async () => {
    if (!force) await requireRoomFor(ctx, event, before, answer);
    return new LostRace("rsvp_changed");
  };
  const { written = row, place } = await commit(ctx, {
    by: member,
    guard: [
      unchanged(guests, { eventId, id: guest.id }, guest),
      unchanged(events, { id: eventId }, event),
      unchanged(eventQuestions, { eventId }, questions ?? undefined),
      isAnswerAsRead(ids, before),
      ...mail.guard,
    ],
    changes: {
      revision: before !== null && insertHostRevision(db, ids, now),
      counted: mail.changes,
      written: one(before === null ? insertRecorded(db, row, seating) : updateRecorded(db, row, seating)),
    },
    reads: { place: one(findSeat(db, ids)) },
    audit: auditedAnswer(before, row, force),
    messages: [
      ...(await mailsFor(ctx, read, row, notice)),
      ...(before !== null && freesSeats(before, row.heads)
        ? seatsFreed(ctx, eventId, capacity, isSilent(member.session))
        : []),
    ],
    // The write decides the seat.
    activities: ({ written }) => (written ? [rsvpEvent({ event, guest }, { ...written, type }).event] : []),
    at: now,
    lost,
  }).catch(async (error: unknown) => {
    throw isConstraintViolation(error) ? await lost() : error;
  });
  return { rsvp: written, waitlistPosition: place?.waitlistPosition ?? null, ...notice };
}

async function mailsFor(ctx: RequestContext, { tokenId }: AnswerableRow, row: RsvpRow, { notified }: Notified) {
  if (!notified || tokenId === null) return [];
  return [rsvpConfirmed(ctx, await guestTokenOf(ctx, tokenId), row, true)];
}

/** The values that decide the seat of a recorded RSVP. */
interface Seating {
  /** The seat if it does not depend on other guests. Undefined: the write decides it. */
  seat: RsvpRow["seat"] | undefined;
  capacity: number | null;
  /** 1 if a party without room joins the waitlist, otherwise 0. */
  waitlist: number;
}

/**
 * Inserts an RSVP that a host has recorded.
 * @throws a constraint violation for an answer that finds no seat
 */
function insertRecorded(db: Database, row: RsvpRow, { seat, ...seating }: Seating) {
  const { eventId, heads, updatedAt } = row;
  const waitlistedAt = placeIfWaitlisted(eventId, updatedAt);
  const decided = seat === undefined ? newSeatSql({ eventId, heads, ...seating }) : sql`${seat}`;
  const cells = { ...row, seat: sql`decided.seat`, waitlistedAt };
  return insertFrom(db, rsvps, cells, sql`from (select ${decided} as seat) as decided`).returning();
}

/**
 * Replaces an RSVP. Does not count as an edit of the guest.
 * @throws a constraint violation if the RSVP finds no seat
 */
function updateRecorded(db: Database, row: RsvpRow, { seat, ...seating }: Seating) {
  const { response, plusOnes, companions, answers, answeredBy, newDevice, heads, updatedAt, eventId } = row;
  const seated =
    seat === undefined
      ? seatAfterEditSql({ eventId, heads, ...seating, now: updatedAt })
      : { seat, waitlistedAt: null, offerExpiresAt: null };
  const answer = { response, plusOnes, companions, answers, answeredBy, newDevice };
  const recorded = { ...answer, heads, riskScore: null, updatedAt };
  return db
    .update(rsvps)
    .set({ ...recorded, ...seated, hostChangeCount: sql`${rsvps.hostChangeCount} + 1` })
    .where(isAnswerOf(eventId, row.guestId))
    .returning();
}

/** The answer as a row. A first one has no device, so it belongs to the first device that edits it. */
function recordedRow(ids: GuestKey, before: RsvpRow | null, answer: Answer, now: number): RsvpRow {
  const first = {
    id: newId(now),
    editCount: 0,
    hostChangeCount: 0,
    maxPlusOnes: null,
    recognisedBy: "anyone" as const,
    userAgent: "",
    device: null,
    fingerprint: {},
    submittedAt: now,
    seat: null,
    waitlistedAt: null,
    offerExpiresAt: null,
    locale: null,
  };
  const heads = headsOf(answer);
  const recorded = { heads, answeredBy: "host", newDevice: false, riskScore: null, updatedAt: now } as const;
  return { ...(before ?? first), ...ids, ...answer, ...recorded };
}

/**
 * The audit record. Counts only: the names and answers of people are in the revisions, which go when the guest does.
 */
function auditedAnswer(before: RsvpRow | null, after: RsvpRow, force: boolean): Audited {
  const audited = ({ response, plusOnes }: RsvpRow) => ({ response, plus_ones: plusOnes });
  return {
    action: "rsvp.recorded",
    target: after.guestId,
    before: before && audited(before),
    after: { ...audited(after), ...(force ? { force } : {}) },
  };
}
