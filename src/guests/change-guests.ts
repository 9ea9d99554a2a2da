import type { RequestContext } from "../context.ts";
import { findEventSeats } from "../events/seat-queries.ts";
import { seatsFreed } from "../events/seats/seats-freed.ts";
import { definedOnly } from "../kernel/defined-only.ts";
import { AppError, nothingToChange } from "../kernel/errors.ts";
import { authorizeMember, type EventCaller } from "../platform/authorization/authorize-member.ts";
import { commit, retried } from "../platform/commit/commit.ts";
import { type BulkPlan, planBulkChange } from "./bulk-plan.ts";
import {
  abortUnlessAnswersFit,
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

/**
 * Changes tags, table or party size of many guests: of all of them or of none. An answer that is larger than the new party
 * is refused; with `adjust` it is lowered in the same batch, with a revision, and its heads are offered to who waits.
 * @throws AppError 400 without a change or with one that does not fit a guest, 404 with the unknown ids, 409
 *   `party_size_below_answers`, 409 `list_changed` when others change the guests during every attempt
 */
export const changeGuests = retried(
  async (
    ctx: RequestContext,
    caller: EventCaller,
    change: BulkChange,
  ): Promise<{ updated: number; adjusted: number }> => {
    const { guestIds, adjust = false, ...fields } = definedOnly(change);
    if (guestIds === undefined || Object.keys(fields).length === 0) throw nothingToChange();
    const { db, clock } = ctx;
    const { eventId } = caller;
    const { tableName, partySize } = change;
    const isResized = partySize !== undefined;
    const ids = [...new Set(guestIds)];
    const { member, found, answers, seats } = await authorizeMember(ctx, caller, {
      seats: findEventSeats(db, eventId),
      found: listAmong(db, eventId, ids),
      answers: isResized ? [listAnswersAmong(db, eventId, ids)] : [],
    });
    if (found.length < ids.length) throw unknownGuests(guestIds, new Map(found.map((guest) => [guest.id, guest])));
    const plan = planBulkChange(found, answers.flat(), change);
    if (plan.problems.length > 0) throw doesNotFit(plan);
    if (plan.lowered.length > 0 && !adjust) throw belowAnswers(plan.lowered);
    const capacity = plan.lowered.length === 0 ? null : (seats[0]?.capacity ?? null);
    const now = clock.now();
    await commit(ctx, {
      by: member,
      changes: {
        fields:
          isResized || tableName !== undefined ? updateGuests(db, eventId, ids, { tableName, partySize }, now) : [],
        tags: updateTags(db, eventId, plan.tags, now),
        answers: lowerAnswers(db, eventId, plan.lowered, now),
        limits: isResized ? [abortUnlessAnswersFit(db, eventId, ids)] : [],
      },
      audit: { action: "guests.updated", before: null, after: auditedState(ids, change, plan) },
      messages: seatsFreed(ctx, eventId, capacity),
      activities: activitiesOf(found, change, plan, now),
      at: now,
      lost: "list_changed",
    });
    return { updated: ids.length, adjusted: plan.lowered.length };
  },
  MAX_ATTEMPTS,
);

/** 400 with the guests whom the change does not fit. */
function doesNotFit({ problems }: BulkPlan): AppError {
  const message = "Some of the guests can't be changed so, and nothing was written. See `errors`.";
  return new AppError("validation_failed", { errors: problems.slice(0, MAX_PROBLEMS) }, message);
}
