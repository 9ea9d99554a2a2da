import type { SQL } from "drizzle-orm";
import { and, eq, getTableColumns, sql } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import { runBatch } from "../db/batch.ts";
import type { Database } from "../db/client.ts";
import { isConstraintViolation } from "../db/failures.ts";
import { events } from "../db/schema/events.ts";
import { guests } from "../db/schema/guests.ts";
import { eventQuestions } from "../db/schema/questions.ts";
import { rsvpRevisions, rsvps } from "../db/schema/rsvps.ts";
import { nextPlace, seatFor, seatsFreed } from "../events/seats/seats.ts";
import { MAX_PLUS_ONES, REVISION } from "../guests/answer-queries.ts";
import { guestTokenOf } from "../invitations/guest-link.ts";
import { newId } from "../kernel/ids.ts";
import { actorOf } from "../platform/audit/actions.ts";
import { recordAudit } from "../platform/audit/record.ts";
import { sealAfterResponse } from "../platform/audit/seal-records.ts";
import type { Member } from "../platform/authorization/authorize-member.ts";
import { hasRole } from "../platform/authorization/queries.ts";
import { enqueue } from "../platform/outbox/enqueue.ts";
import { storeActivities } from "../platform/outbox/store-activities.ts";
import { isAllowedToSend } from "../sending/queries.ts";
import { judgedByOf } from "./acceptable.ts";
import { rsvpConfirmed, rsvpEvent } from "./answered.ts";
import type { JudgedBy } from "./queries.ts";
import { decidedSeat, findSeat, type RsvpRow } from "./queries.ts";
import type { AnswerableRow } from "./record-queries.ts";
import { type Answer, givesBack, headsOf, knownSeat } from "./rules.ts";

/** A recorded answer, and whether the guest gets a confirmation of it. */
export interface Recorded {
  rsvp: RsvpRow;
  /** 1 is next; null for a guest who does not wait. */
  waitlistPosition: number | null;
  notified: boolean;
}

/** An answer to record. */
interface Recording {
  answer: Answer;
  notified: boolean;
  /** Whether it gets its seats beyond the capacity and before those who wait. */
  force: boolean;
}

/**
 * Writes an answer that a host has recorded in one batch, with the revision that it replaces, the audit record and the mail
 * to the guest; undefined when what was read, the seats or the caller's role have changed since, and nothing was written.
 */
export async function writeRecorded(
  ctx: RequestContext,
  member: Member,
  read: AnswerableRow,
  recording: Recording,
): Promise<Recorded | undefined> {
  const { db, clock } = ctx;
  const { guest, event, rsvp: before } = read;
  const { answer, notified, force } = recording;
  const ids = { eventId: member.eventId, guestId: guest.id };
  const now = clock.now();
  const judgedBy = judgedByOf(read);
  const revision = before && before.editCount + before.hostChangeCount;
  const guard = mayRecord(hasRole(db, member), { ...ids, revision, judgedBy, plusOnes: answer.plusOnes });
  const row = recordedRow(ids, before, answer, now);
  const seat = force && row.heads > 0 ? "confirmed" : knownSeat(before, row.heads, event.capacity);
  const seating = { seat, capacity: judgedBy.capacity, waitlist: judgedBy.waitlist };
  const mails = enqueue(ctx, await mailsFor(ctx, read, row, notified), mayNotify(guard, member));
  const isFreed = before !== null && givesBack(before, row.heads);
  const activity = storeActivities(ctx, event.id, null, guard);
  const offers = enqueue(ctx, isFreed ? seatsFreed(ctx, member.eventId, event.capacity) : [], guard);
  try {
    const { written, place } = await runBatch(db, {
      audit: recordAudit(db, recordOf(member, before, row, force), guard),
      revision: before === null ? [] : [insertReplaced(db, ids, now, guard)],
      outbox: [...mails.statements, ...offers.statements, ...activity.statements],
      written: [before === null ? insertRecorded(db, row, seating, guard) : updateRecorded(db, row, seating, guard)],
      place: findSeat(db, ids),
    });
    const [rsvp] = written.flat();
    if (rsvp === undefined) return undefined;
    mails.publishAfterResponse();
    offers.publishAfterResponse();
    sealAfterResponse(ctx, event.id);
    const type = before === null ? ("rsvp.submitted" as const) : ("rsvp.updated" as const);
    activity.publishAfterResponse([rsvpEvent({ event, guest }, { ...rsvp, type }).event]);
    return { rsvp, waitlistPosition: place[0]?.waitlistPosition ?? null, notified };
  } catch (error) {
    if (isConstraintViolation(error)) return undefined;
    throw error;
  }
}

async function mailsFor(ctx: RequestContext, { tokenId }: AnswerableRow, row: RsvpRow, notified: boolean) {
  if (!notified || tokenId === null) return [];
  return [rsvpConfirmed(ctx, await guestTokenOf(ctx, tokenId), row)];
}

/** What the write of a recorded answer repeats. */
interface RecordCondition {
  eventId: string;
  guestId: string;
  /** The number of changes of the answer that is replaced; null: there is none. */
  revision: number | null;
  judgedBy: Pick<JudgedBy, "capacity" | "waitlist" | "questionsVersion">;
  plusOnes: number;
}

/**
 * Condition: the caller has the role, the answer is the one that was read, the event and its questions are as they were
 * read, and the party is large enough for the new answer.
 */
function mayRecord(roleCondition: SQL, condition: RecordCondition): SQL {
  const { eventId, guestId, revision, judgedBy, plusOnes } = condition;
  const { capacity, waitlist, questionsVersion } = judgedBy;
  const isGuest = and(eq(guests.eventId, eventId), eq(guests.id, guestId));
  const stored = sql`(select ${REVISION} from ${rsvps} where ${isRsvpOf(condition)})`;
  const version = sql`(select ${eventQuestions.version} from ${eventQuestions} where ${eq(eventQuestions.eventId, eventId)})`;
  return sql`${roleCondition} and ${stored} is ${revision} and coalesce(${version}, 0) = ${questionsVersion}
    and exists (select 1 from ${events} where ${events.id} = ${eventId} and ${events.capacity} is ${capacity}
      and ${events.waitlist} = ${waitlist})
    and exists (select 1 from ${guests} where ${isGuest} and (${plusOnes} = 0 or ${plusOnes} <= ${MAX_PLUS_ONES}))`;
}

/** Condition: the answer is written, and its host may still send mail. */
function mayNotify(guard: SQL, member: { userId: string; hostId: string }): SQL {
  return sql`${guard} and ${isAllowedToSend(member)}`;
}

/** Stores the answer that a host replaces as a revision, if the guard holds. Comes before `updateRecorded`. */
function insertReplaced(db: Database, ids: GuestIds, replacedAt: number, guard: SQL) {
  return db.insert(rsvpRevisions).select(sql`
    select ${rsvps.eventId}, ${rsvps.guestId}, ${REVISION}, ${rsvps.response}, ${rsvps.plusOnes}, ${rsvps.updatedAt},
      ${replacedAt}, ${rsvps.editCount}, 'host', ${rsvps.companions}, ${rsvps.answers}, ${rsvps.answeredBy}, ${rsvps.seat}
    from ${rsvps} where ${and(isRsvpOf(ids), guard)}`);
}

/** What decides the seat of a recorded answer. */
interface Seating {
  /** The seat where it does not depend on other guests; undefined: the write decides it. */
  seat: RsvpRow["seat"] | undefined;
  capacity: number | null;
  /** Whether an answer that does not fit waits: 1 or 0. */
  waitlist: number;
}

/**
 * Inserts an answer that a host has recorded, if the guard holds; returns no row otherwise.
 * @throws a constraint violation for an answer that finds no seat
 */
function insertRecorded(db: Database, row: RsvpRow, { seat, ...seating }: Seating, guard: SQL) {
  const { eventId, heads, updatedAt } = row;
  const computed: Partial<Record<string, SQL>> = {
    seat: sql`decided.seat`,
    waitlistedAt: sql`iif(decided.seat = 'waitlisted', ${nextPlace(eventId, updatedAt)}, null)`,
  };
  const cells = Object.entries(getTableColumns(rsvps)).map(
    ([key, column]) => computed[key] ?? sql.param(row[key as keyof RsvpRow], column),
  );
  const decided = seat === undefined ? seatFor({ eventId, heads, ...seating }) : sql`${seat}`;
  return db
    .insert(rsvps)
    .select(sql`select ${sql.join(cells, sql`, `)} from (select ${decided} as seat) as decided where ${guard}`)
    .returning();
}

/**
 * Replaces an answer, if the guard holds; returns no row otherwise. It is no edit of the guest.
 * @throws a constraint violation for an answer that finds no seat
 */
function updateRecorded(db: Database, row: RsvpRow, { seat, ...seating }: Seating, guard: SQL) {
  const { response, plusOnes, companions, answers, answeredBy, heads, updatedAt, eventId } = row;
  const seated =
    seat === undefined
      ? decidedSeat({ eventId, heads, ...seating, now: updatedAt })
      : { seat, waitlistedAt: null, offerExpiresAt: null };
  const recorded = { response, plusOnes, companions, answers, answeredBy, heads, updatedAt };
  return db
    .update(rsvps)
    .set({ ...recorded, ...seated, hostChangeCount: sql`${rsvps.hostChangeCount} + 1` })
    .where(and(isRsvpOf(row), guard))
    .returning();
}

interface GuestIds {
  eventId: string;
  guestId: string;
}

function isRsvpOf({ eventId, guestId }: GuestIds) {
  return and(eq(rsvps.eventId, eventId), eq(rsvps.guestId, guestId));
}

/** The answer as a row. A first one has no device, so it belongs to the first device that edits it. */
function recordedRow(
  ids: { eventId: string; guestId: string },
  before: RsvpRow | null,
  answer: Answer,
  now: number,
): RsvpRow {
  const first = {
    id: newId(now),
    riskScore: null,
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
  };
  const heads = headsOf(answer);
  return { ...(before ?? first), ...ids, ...answer, heads, answeredBy: "host", updatedAt: now };
}

/** The audit record. Counts only: the names and answers of people are in the revisions, which go when the guest does. */
function recordOf(member: Member, before: RsvpRow | null, after: RsvpRow, force: boolean) {
  const audited = ({ response, plusOnes }: RsvpRow) => ({ response, plus_ones: plusOnes });
  return {
    eventId: member.eventId,
    ...actorOf(member),
    action: "rsvp.recorded" as const,
    target: after.guestId,
    before: before && audited(before),
    after: { ...audited(after), ...(force ? { force } : {}) },
    at: after.updatedAt,
  };
}
