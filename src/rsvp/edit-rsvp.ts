import type { RequestContext, Services } from "../context.ts";
import { runBatch } from "../db/batch.ts";
import { isConstraintViolation } from "../db/failures.ts";
import { one } from "../db/one.ts";
import { seatsFreed } from "../events/seats/seats.ts";
import { proveByNonce } from "../invitations/devices/queries.ts";
import type { GuestLink } from "../invitations/guest-link.ts";
import { DeadlineExceeded, withDeadline } from "../kernel/deadline.ts";
import { AppError, nothingToChange } from "../kernel/errors.ts";
import { log } from "../kernel/log.ts";
import { LIVE_EVENTS } from "../platform/activities/publish-live-events.ts";
import { flushAfterResponse, pending } from "../platform/flush-after-response/flush-after-response.ts";
import { enqueue } from "../platform/outbox/enqueue.ts";
import { insertAccessLog } from "../risk/access-log.ts";
import { type Assessment, assessAnswer, scoreRejectedAttempt } from "../risk/assess-access.ts";
import { newAccessAttempt } from "../risk/attempt.ts";
import { scoredInvitation } from "../risk/open-invitation.ts";
import { type Answered, answered, messagesOf, rsvpEvent } from "./answered.ts";
import { decideEdit, type EditDecision, type EditInput } from "./decide-edit.ts";
import { claimOf, deviceAfterEdit } from "./own-device.ts";
import { findSeat, insertRevision, updateRsvp } from "./queries.ts";
import { requireRoomFor } from "./require-room-for.ts";
import { freesSeats, headsOf, MAX_EDITS, seatedAs, seatWithoutQuery } from "./rules.ts";
import { rsvpPreconditions } from "./validate-rsvp.ts";

/** After this time, or if its object does not respond, an edit continues without its turn. */
export const ENTER_TIMEOUT_MS = 2_000;

/**
 * Attempts to write. One is lost to each edit at the same time that did not wait, and to each change by another writer.
 */
const MAX_ATTEMPTS = MAX_EDITS + 5;

/**
 * Edits an RSVP, at most five times, from the device that submitted it or with a nonce from the guest's own email.
 * Validates the resulting RSVP against the current invitation, even if only the response changes. Stores the previous
 * state as a revision in the same batch. If a value changed that the edit was validated against, validates again. Takes
 * three round trips, like `submitRsvp`: edits of one link take turns, and the call for the turn runs in parallel with
 * the read. An edit that waited for its turn reads again.
 * @param input.isShown whether the caller shows the invitation with the RSVP, as a page does
 * @throws AppError 404 `no_rsvp`, 403 `foreign_device` or `access_blocked`, 409 `edit_limit_reached`,
 * `already_arrived`, `event_cancelled`, `event_over`, `rsvp_closed`, `event_full` or `rsvp_changed`, 400, 429;
 * `UnchangedRsvp` if `input.mustChange`
 */
export async function editRsvp(ctx: RequestContext, link: GuestLink, input: EditInput): Promise<Answered> {
  const { facts, fingerprint } = input;
  if ([input.response, input.plusOnes, input.companions, input.answers].every((field) => field === undefined)) {
    throw nothingToChange();
  }
  const attempt = newAccessAttempt(ctx, link.tokenId, { kind: "edit", facts, fingerprint });
  const turn = ctx.shared(editTurns).enter(link.tokenId);
  // Also after an error.
  ctx.defer(async () => (await turn).leave());
  let decision = await decideEdit(ctx, link, input);
  if (decision.rsvp.editCount < MAX_EDITS && (await turn).hasWaited) decision = await decideEdit(ctx, link, input);
  const scored = scoredInvitation(decision.invitation);
  if (decision.rsvp.editCount >= MAX_EDITS) {
    return scoreRejectedAttempt(ctx, scored, attempt, new AppError("edit_limit_reached"));
  }
  return assessAnswer(ctx, scored, attempt, async (assessment) => {
    for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts++) {
      if (decision.rsvp.editCount >= MAX_EDITS) throw new AppError("edit_limit_reached");
      const updated = await write(ctx, link, { ...decision, assessment, input });
      if (updated !== undefined) {
        proveByNonce(ctx, decision.invitation);
        return answered(decision.invitation, updated);
      }
      decision = await decideEdit(ctx, link, input);
      await requireRoomFor(ctx, decision.invitation.event, decision.rsvp, decision.answer);
    }
    throw new AppError("rsvp_changed");
  });
}

/**
 * Writes an edit in one batch. Returns undefined if its condition is not true any more and nothing was written. By
 * response: the column is written only if it changes.
 * @throws AppError 409 as `rsvpPreconditions`
 */
async function write(
  ctx: RequestContext,
  link: GuestLink,
  {
    invitation,
    rsvp,
    answer,
    nonceHash,
    assessment,
    input: { facts, locale },
  }: EditDecision & { assessment: Assessment; input: EditInput },
): Promise<Pick<Answered, "rsvp" | "waitlistPosition"> | undefined> {
  const { db, clock } = ctx;
  const now = clock.now();
  const { event } = invitation;
  const heads = headsOf(answer);
  const known = seatWithoutQuery(rsvp, heads, event.capacity);
  const device = deviceAfterEdit(rsvp, claimOf(facts, invitation));
  const sender = { ...device, ...senderOf(assessment, locale ?? rsvp.locale) };
  const edited = { ...answer, heads, seat: known ?? null, ...sender };
  const revision = rsvp.editCount + rsvp.hostChangeCount;
  const target = { eventId: rsvp.eventId, guestId: rsvp.guestId, tokenId: link.tokenId, nonceHash, revision, now };
  const judgedBy = { ...rsvpPreconditions(invitation, answer.response, now), maxPlusOnes: rsvp.maxPlusOnes };
  const shape = {
    response: answer.response === rsvp.response ? "same" : "other",
    seat: known === undefined ? "decided" : "known",
  } as const;
  const outboxEntries = enqueue(ctx, [
    ...messagesOf(ctx, link, { ...rsvp, ...answer, ...sender }, assessment),
    ...(freesSeats(rsvp, heads) ? seatsFreed(ctx, event.id, event.capacity) : []),
  ]);
  try {
    const { seat } = await runBatch(db, {
      revision: insertRevision(db, { ...target, ...judgedBy }),
      outbox: outboxEntries.statements,
      log: insertAccessLog(db, assessment.log),
      updated: updateRsvp(shape, db, { ...target, ...judgedBy, ...edited }),
      seat: known === undefined && one(findSeat(db, rsvp)),
    });
    const { waitlistPosition, ...decided } = seat ?? seatedAs(known);
    const counted = { answeredBy: "guest" as const, editCount: rsvp.editCount + 1, updatedAt: now };
    const updated = { ...rsvp, ...edited, ...decided, ...counted };
    const changed = rsvpEvent(invitation, { type: "rsvp.updated", ...updated });
    flushAfterResponse(ctx, { outboxRows: outboxEntries.rows, effects: [pending(LIVE_EVENTS, changed)] });
    return { rsvp: updated, waitlistPosition };
  } catch (error) {
    if (isConstraintViolation(error)) return undefined;
    throw error;
  }
}

/** The risk of an edit, the language of its page, and whether its device was new to the link. */
function senderOf({ score: riskScore, isByStranger: newDevice }: Assessment, locale: string | null) {
  return { riskScore, locale, newDevice };
}

/** One edit's place in the order of edits of a link. */
interface EditTurn {
  /** True if other edits may have been written since this request began. */
  hasWaited: boolean;
  /** Admits the next edit. */
  leave(): void;
}

/** Hands out turns: edits of one link run one after the other. */
interface EditTurns {
  /**
   * Waits until the previous edit of a link has left, at most 2 s. Never rejects, because D1's write condition also
   * works without turns. A single edit takes one round trip.
   * @param tokenId of the link
   */
  enter(tokenId: string): Promise<EditTurn>;
}

/** Creates the client of the objects. */
function editTurns({ bindings }: Pick<Services, "bindings">): EditTurns {
  const objects = bindings.EDIT_COUNTER;
  return {
    async enter(tokenId) {
      const entering = (async () => objects.get(objects.idFromName(tokenId)).enter())();
      try {
        const { seen, place } = await withDeadline(ENTER_TIMEOUT_MS, () => entering);
        return { hasWaited: seen > 0, leave: () => place[Symbol.dispose]() };
      } catch (error) {
        // Releases a place that is granted too late.
        entering.then(({ place }) => place[Symbol.dispose]()).catch(() => undefined);
        log("warn", "edit_lock_unavailable", {}, error);
        return { hasWaited: error instanceof DeadlineExceeded, leave: () => undefined };
      }
    },
  };
}
