import type { RequestContext } from "../context.ts";
import { runBatch } from "../db/batch.ts";
import { isConstraintViolation } from "../db/failures.ts";
import { findEventSeats } from "../events/seat-queries.ts";
import { seatsFreed } from "../events/seats/seats-freed.ts";
import { definedOnly } from "../kernel/defined-only.ts";
import { AppError, nothingToChange } from "../kernel/errors.ts";
import { actorOf } from "../platform/audit/actor.ts";
import { recordAudit } from "../platform/audit/record.ts";
import { sealAfterResponse } from "../platform/audit/seal-records.ts";
import { authorizeMember, type EventCaller, type Member } from "../platform/authorization/authorize-member.ts";
import { hasRole } from "../platform/authorization/queries.ts";
import { enqueue } from "../platform/outbox/enqueue.ts";
import { storeActivities } from "../platform/outbox/store-activities.ts";
import { type BulkPlan, planBulkChange } from "./bulk-plan.ts";
import {
  abortUnlessAnswersFit,
  abortUnlessWritten,
  type BulkGuest,
  listAmong,
  listAnswersAmong,
  lowerAnswers,
  updateGuests,
  updateTags,
} from "./bulk-queries.ts";
import { activitiesOf, auditedState } from "./bulk-record.ts";
import type { BulkChange } from "./bulk-schemas.ts";
import { belowAnswers } from "./lower-answer.ts";
import { unknownGuests } from "./unknown-guests.ts";

/** Attempts while others change the same guests between the read and the write. */
const MAX_ATTEMPTS = 4;
/** Problems in one error response. */
const MAX_PROBLEMS = 50;

interface Planned {
  ids: readonly string[];
  /** The guests as they were read. */
  found: readonly BulkGuest[];
  change: BulkChange;
  plan: BulkPlan;
  /** Of the event, where the change frees heads; else null. */
  capacity: number | null;
}

/**
 * Changes tags, table or party size of many guests: of all of them or of none. An answer that is larger than the new party
 * is refused; with `adjust` it is lowered in the same batch, with a revision, and its heads are offered to who waits.
 * @throws AppError 400 without a change or with one that does not fit a guest, 404 with the unknown ids, 409
 *   `party_size_below_answers`, 409 `list_changed` when others change the guests during every attempt
 */
export async function changeGuests(
  ctx: RequestContext,
  caller: EventCaller,
  change: BulkChange,
): Promise<{ updated: number; adjusted: number }> {
  const { guestIds, adjust = false, ...fields } = definedOnly(change);
  if (guestIds === undefined || Object.keys(fields).length === 0) throw nothingToChange();
  const ids = [...new Set(guestIds)];
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const { member, found, answers, seats } = await authorizeMember(ctx, caller, {
      seats: findEventSeats(ctx.db, caller.eventId),
      found: listAmong(ctx.db, caller.eventId, ids),
      answers: change.partySize === undefined ? [] : [listAnswersAmong(ctx.db, caller.eventId, ids)],
    });
    if (found.length < ids.length) throw unknownGuests(guestIds, new Map(found.map((guest) => [guest.id, guest])));
    const plan = planBulkChange(found, answers.flat(), change);
    if (plan.problems.length > 0) throw doesNotFit(plan);
    if (plan.lowered.length > 0 && !adjust) throw belowAnswers(plan.lowered);
    const capacity = plan.lowered.length === 0 ? null : (seats[0]?.capacity ?? null);
    if (await write(ctx, member, { ids, found, change, plan, capacity }))
      return { updated: ids.length, adjusted: plan.lowered.length };
  }
  throw new AppError("list_changed");
}

/** One batch; false when a guest, an answer or the caller's role changed since the read, and nothing was written. */
async function write(
  ctx: RequestContext,
  member: Member,
  { ids, found, change, plan, capacity }: Planned,
): Promise<boolean> {
  const { db, clock } = ctx;
  const { eventId } = member;
  const { tableName, partySize } = change;
  const now = clock.now();
  const isResized = partySize !== undefined;
  const offers = enqueue(ctx, seatsFreed(ctx, eventId, capacity));
  const activity = storeActivities(ctx, eventId, activitiesOf(found, change, plan, now));
  const fields = isResized || tableName !== undefined ? [{ tableName, partySize, updatedAt: now }] : [];
  const entry = { eventId, ...actorOf(member), action: "guests.updated" as const, target: null, before: null, at: now };
  try {
    await runBatch(db, {
      audit: recordAudit(db, { ...entry, after: auditedState(ids, change, plan) }, hasRole(db, member)),
      role: abortUnlessWritten(db, 1),
      fields: fields.flatMap((values) => updateGuests(db, eventId, ids, values)),
      tags: updateTags(db, eventId, plan.tags, now),
      answers: lowerAnswers(db, eventId, plan.lowered, now),
      limits: isResized ? [abortUnlessAnswersFit(db, eventId, ids)] : [],
      offers: [...offers.statements, ...activity.statements],
    });
  } catch (error) {
    if (isConstraintViolation(error)) return false;
    throw error;
  }
  offers.publishAfterResponse();
  activity.publishAfterResponse();
  sealAfterResponse(ctx, eventId);
  return true;
}

/** 400 with the guests whom the change does not fit. */
function doesNotFit({ problems }: BulkPlan): AppError {
  const message = "Some of the guests can't be changed so, and nothing was written. See `errors`.";
  return new AppError("validation_failed", { errors: problems.slice(0, MAX_PROBLEMS) }, message);
}
