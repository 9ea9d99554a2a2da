import { runBatch } from "../../db/batch.ts";
import { isConstraintViolation } from "../../db/failures.ts";
import { newId } from "../../kernel/ids.ts";
import { enqueue } from "../../platform/outbox/enqueue.ts";
import type { RequestContext } from "../../request-context.ts";
import { recordAudit } from "../audit/record.ts";
import { sealAfterResponse } from "../audit/seal-records.ts";
import { guestTokenOf } from "../invitations/guest-link.ts";
import type { Member } from "../members/authorize-member.ts";
import { hasRole } from "../members/queries.ts";
import { publishLiveEvents } from "../monitor/publish-live-events.ts";
import { requireRoom } from "../seats/require-room.ts";
import { seatsFreed } from "../seats/seats-freed.ts";
import { rsvpConfirmed } from "./confirmations.ts";
import { findSeat, type RsvpRow } from "./queries.ts";
import {
  type AnswerableRow,
  insertRecorded,
  insertReplaced,
  mayNotify,
  mayRecord,
  type RecordedRow,
  seatRecorded,
  updateRecorded,
} from "./record-queries.ts";
import { rsvpEvent } from "./rsvp-event.ts";
import { type Answer, givesBack, headsOf } from "./rules.ts";

/** A recorded answer, and whether the guest gets a confirmation of it. */
export interface Recorded {
  rsvp: RsvpRow;
  /** The place in the line: 1 is next. */
  waitlistPosition: number | null;
  notified: boolean;
}

/** What a host records. */
interface Recording {
  answer: Answer;
  notified: boolean;
  /** Whether the answer gets its seats beyond the capacity. */
  force: boolean;
}

/**
 * Writes an answer that a host has recorded in one batch, with the revision that it replaces, the audit record and the mail
 * to the guest; undefined when what was read, or the caller's role, has changed since, and nothing was written.
 * @throws AppError 409 `event_full` for an answer that needs more seats than are left, unless it is forced
 */
export async function writeRecorded(
  ctx: RequestContext,
  member: Member,
  { guest, event, questions, rsvp: before, tokenId }: AnswerableRow,
  { answer, notified, force }: Recording,
): Promise<Recorded | undefined> {
  const { db, clock } = ctx;
  const ids = { eventId: member.eventId, guestId: guest.id };
  const now = clock.now();
  const revision = before && before.editCount + before.hostChangeCount;
  const judgedBy = { revision, questionsVersion: questions?.version ?? 0, plusOnes: answer.plusOnes };
  const guard = mayRecord(hasRole(db, member), { ...ids, ...judgedBy });
  const row = recordedRow(ids, before, answer, now);
  const token = notified && tokenId !== null ? [await guestTokenOf(ctx, tokenId)] : [];
  const mails = token.map((value) => rsvpConfirmed(ctx, value, row));
  const outboxEntries = enqueue(ctx, mails, mayNotify(guard, member));
  const freed = before !== null && givesBack(before, row.heads) ? seatsFreed(ctx, event.id, event.capacity) : [];
  const freedEntries = enqueue(ctx, freed, guard);
  const batch = runBatch(db, {
    audit: recordAudit(db, recordOf(member, before, { row, force }), guard),
    revision: before === null ? [] : [insertReplaced(db, ids, now, guard)],
    outbox: [...outboxEntries.statements, ...freedEntries.statements],
    written: [before === null ? insertRecorded(db, row, guard) : updateRecorded(db, { row, force }, guard)],
    seated: before === null ? [seatRecorded(db, row, force)] : [],
    seat: findSeat(db, ids),
  });
  const result = await batch.catch(async (error) => {
    if (!isConstraintViolation(error)) throw error;
    await requireRoom(ctx, event.id, row.heads - (before?.seat ? before.heads : 0));
    return undefined;
  });
  const [written] = result?.written.flat() ?? [];
  const [seat] = result?.seat ?? [];
  if (written === undefined || seat === undefined) return undefined;
  const { waitlistPosition, ...decided } = seat;
  const rsvp = { ...written, ...decided };
  sealAfterResponse(ctx, member.eventId);
  outboxEntries.publishAfterResponse();
  freedEntries.publishAfterResponse();
  const type = before === null ? ("rsvp.submitted" as const) : ("rsvp.updated" as const);
  const live = rsvpEvent({ event: { id: member.eventId }, guest }, { ...rsvp, type });
  ctx.defer(() => publishLiveEvents(ctx, [live]));
  return { rsvp, waitlistPosition, notified };
}

/** The answer as a row: of a first one without a device, so that it is the guest's on whichever device edits it first. */
function recordedRow(
  ids: { eventId: string; guestId: string },
  before: RsvpRow | null,
  answer: Answer,
  now: number,
): RecordedRow {
  const first = {
    id: newId(now),
    riskScore: null,
    editCount: 0,
    hostChangeCount: 0,
    maxPlusOnes: null,
    userAgent: "",
    fingerprint: {},
    submittedAt: now,
  };
  return { ...(before ?? first), ...ids, ...answer, heads: headsOf(answer), answeredBy: "host", updatedAt: now };
}

/** Counts only: the names and answers of people are in the revisions, which go when the guest does. */
function recordOf(
  { eventId, userId }: Member,
  before: RsvpRow | null,
  { row, force }: { row: RecordedRow; force: boolean },
) {
  const audited = ({ response, plusOnes }: RecordedRow) => ({ response, plus_ones: plusOnes });
  return {
    eventId,
    actorId: userId,
    action: "rsvp.recorded" as const,
    target: row.guestId,
    before: before && audited(before),
    after: { ...audited(row), ...(force ? { force } : {}) },
    at: row.updatedAt,
  };
}
