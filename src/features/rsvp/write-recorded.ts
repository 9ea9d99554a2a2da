import { runBatch } from "../../db/batch.ts";
import { newId } from "../../kernel/ids.ts";
import { enqueue } from "../../platform/outbox/enqueue.ts";
import type { RequestContext } from "../../request-context.ts";
import { recordAudit } from "../audit/record.ts";
import { sealAfterResponse } from "../audit/seal-records.ts";
import { guestTokenOf } from "../invitations/guest-link.ts";
import type { Member } from "../members/authorize-member.ts";
import { hasRole } from "../members/queries.ts";
import { publishLiveEvents } from "../monitor/publish-live-events.ts";
import { rsvpConfirmed } from "./confirmations.ts";
import type { RsvpRow } from "./queries.ts";
import {
  type AnswerableRow,
  insertRecorded,
  insertReplaced,
  mayNotify,
  mayRecord,
  updateRecorded,
} from "./record-queries.ts";
import { rsvpEvent } from "./rsvp-event.ts";
import { type Answer, headsOf, seatOf } from "./rules.ts";

/** A recorded answer, and whether the guest gets a confirmation of it. */
export interface Recorded {
  rsvp: RsvpRow;
  notified: boolean;
}

/**
 * Writes an answer that a host has recorded in one batch, with the revision that it replaces, the audit record and the mail
 * to the guest; undefined when what was read, or the caller's role, has changed since, and nothing was written.
 */
export async function writeRecorded(
  ctx: RequestContext,
  member: Member,
  { guest, questions, rsvp: before, tokenId }: AnswerableRow,
  { answer, notified }: { answer: Answer; notified: boolean },
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
  const { written } = await runBatch(db, {
    audit: recordAudit(db, recordOf(member, before, row), guard),
    revision: before === null ? [] : [insertReplaced(db, ids, now, guard)],
    outbox: outboxEntries.statements,
    written: [before === null ? insertRecorded(db, row, guard) : updateRecorded(db, row, guard)],
  });
  const [rsvp] = written.flat();
  if (rsvp === undefined) return undefined;
  sealAfterResponse(ctx, member.eventId);
  outboxEntries.publishAfterResponse();
  const type = before === null ? ("rsvp.submitted" as const) : ("rsvp.updated" as const);
  const live = rsvpEvent({ event: { id: member.eventId }, guest }, { ...rsvp, type });
  ctx.defer(() => publishLiveEvents(ctx, [live]));
  return { rsvp, notified };
}

/** The answer as a row: of a first one without a device, so that it is the guest's on whichever device edits it first. */
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
    userAgent: "",
    fingerprint: {},
    submittedAt: now,
    waitlistedAt: null,
    offerExpiresAt: null,
  };
  const seated = { heads: headsOf(answer), seat: seatOf(answer) };
  return { ...(before ?? first), ...ids, ...answer, ...seated, answeredBy: "host", updatedAt: now };
}

/** Counts only: the names and answers of people are in the revisions, which go when the guest does. */
function recordOf({ eventId, userId }: Member, before: RsvpRow | null, after: RsvpRow) {
  const audited = ({ response, plusOnes }: RsvpRow) => ({ response, plus_ones: plusOnes });
  return {
    eventId,
    actorId: userId,
    action: "rsvp.recorded" as const,
    target: after.guestId,
    before: before && audited(before),
    after: audited(after),
    at: after.updatedAt,
  };
}
