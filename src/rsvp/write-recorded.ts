import type { RequestContext } from "../context.ts";
import { runBatch } from "../db/batch.ts";
import { isConstraintViolation } from "../db/failures.ts";
import { seatsFreed } from "../events/seats/seats-freed.ts";
import { guestTokenOf } from "../invitations/guest-link.ts";
import { recordAudit } from "../platform/audit/record.ts";
import { sealAfterResponse } from "../platform/audit/seal-records.ts";
import type { Member } from "../platform/authorization/authorize-member.ts";
import { hasRole } from "../platform/authorization/queries.ts";
import { enqueue } from "../platform/outbox/enqueue.ts";
import { storeActivities } from "../platform/outbox/store-activities.ts";
import { judgedByOf } from "./acceptable.ts";
import { rsvpConfirmed } from "./answered.ts";
import { findSeat, type RsvpRow } from "./queries.ts";
import {
  type AnswerableRow,
  insertRecorded,
  insertReplaced,
  mayNotify,
  mayRecord,
  updateRecorded,
} from "./record-queries.ts";
import { recordedRow, recordOf } from "./recorded-row.ts";
import { rsvpEvent } from "./rsvp-event.ts";
import { type Answer, givesBack, knownSeat } from "./rules.ts";

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
