import { runBatch } from "../../db/batch.ts";
import { isConstraintViolation } from "../../db/failures.ts";
import type { RequestFacts } from "../../http/request-facts.ts";
import { AppError, nothingToChange } from "../../kernel/errors.ts";
import { flushAfterResponse, pending } from "../../platform/flush-after-response/flush-after-response.ts";
import { enqueue, type OutboxEntries } from "../../platform/outbox/enqueue.ts";
import type { RequestContext } from "../../request-context.ts";
import { maxPlusOnes } from "../guests/party.ts";
import type { GuestLink } from "../invitations/guest-link.ts";
import { openInvitation, scoredInvitation } from "../invitations/open-invitation.ts";
import { LIVE_EVENTS } from "../monitor/publish-live-events.ts";
import { assess, refuseBlocked } from "../risk/assess.ts";
import { type Answered, answered } from "./answered.ts";
import { confirmations } from "./confirmations.ts";
import {
  type EditTarget,
  insertRevision,
  type PlusOnesEdit,
  type RsvpEdit,
  type RsvpRow,
  updateRsvp,
  useNonce,
} from "./queries.ts";
import { reopenInvitation, requireNotArrived, requirePlusOnes } from "./reopen-invitation.ts";
import { rsvpEvent } from "./rsvp-event.ts";
import { editedAnswer, isOwnDevice, MAX_EDITS } from "./rules.ts";
import type { Edit } from "./schemas.ts";

/**
 * Edits an RSVP, at most five times: from the device that submitted it, or with a nonce from the guest's own mail, which
 * the edit uses up. The answer that results is judged by the party size of now, also when only the response changes. The
 * previous state is stored as a revision in the same batch, whose first statement repeats what the edit was decided on.
 * Three round trips, as `submitRsvp`.
 * @param input.isShown whether the caller shows the invitation with the answer, as a page does
 * @throws AppError 404 `no_rsvp`, 403 `foreign_device` or `access_blocked`, 409 `edit_limit_reached` or
 *   `already_arrived`, 400, 429
 */
export async function editRsvp(
  ctx: RequestContext,
  link: GuestLink,
  input: Edit & { facts: RequestFacts; isShown?: boolean },
): Promise<Answered> {
  const { editNonce, isShown = false } = input;
  if (input.response === undefined && input.plusOnes === undefined) throw nothingToChange();
  const invitation = await openInvitation(ctx, link, "db", { editNonce, isShown });
  const { rsvp, nonceHash } = invitation;
  if (rsvp === null) throw new AppError("no_rsvp");
  const onOwnDevice = isOwnDevice(rsvp, { userAgent: input.facts.userAgent, hasNonce: false });
  if (!onOwnDevice && nonceHash === null) throw foreignDevice();
  requireNotArrived(invitation);
  const answer = editedAnswer(rsvp, input);
  requirePlusOnes(invitation, answer.plusOnes);

  const attempt = { kind: "edit" as const, facts: input.facts, fingerprint: input.fingerprint };
  const assessment = await assess(ctx, scoredInvitation(invitation), attempt);
  refuseBlocked(assessment);

  const { score: riskScore, accessLogId } = assessment;
  // A nonce that this device does not need stays valid for one that does.
  const usedNonce = onOwnDevice ? null : nonceHash;
  const ids = { eventId: rsvp.eventId, guestId: rsvp.guestId, tokenId: link.tokenId };
  const target = { ...ids, nonceHash: usedNonce, now: ctx.clock.now() };
  const plusOnes = answer.response === "declined" ? null : (input.plusOnes ?? null);
  const outboxEntries = enqueue(ctx, confirmations(ctx, link, { ...rsvp, ...answer, riskScore }, accessLogId));
  const edit = { response: input.response ?? null, plusOnes, riskScore };
  const limit = { plusOnes, maxPlusOnes: maxPlusOnes(invitation.guest) };
  const updated = await write(ctx, { ...target, ...limit }, edit, outboxEntries.statements);
  if (updated === undefined) {
    const now = await reopenInvitation(ctx, link, answer.plusOnes);
    const isUsedUp = usedNonce === null || (now.rsvp?.editCount ?? MAX_EDITS) >= MAX_EDITS;
    throw isUsedUp ? new AppError("edit_limit_reached") : foreignDevice();
  }
  const changed = rsvpEvent(invitation, { type: "rsvp.updated", ...updated });
  flushAfterResponse(ctx, { outboxRows: outboxEntries.rows, effects: [pending(LIVE_EVENTS, changed)] });
  return answered(ctx, invitation, updated);
}

/** Writes an edit in one batch; undefined when its condition does not hold any more, and nothing was written. */
async function write(
  { db }: RequestContext,
  target: EditTarget & PlusOnesEdit,
  edit: RsvpEdit,
  outbox: OutboxEntries["statements"],
): Promise<RsvpRow | undefined> {
  try {
    const { updated } = await runBatch(db, {
      revision: insertRevision(db, target),
      outbox,
      updated: updateRsvp(db, { ...target, ...edit }),
      nonce: target.nonceHash === null ? [] : [useNonce(db, target.nonceHash, target.now)],
    });
    return updated[0];
  } catch (error) {
    if (isConstraintViolation(error)) return undefined;
    throw error;
  }
}

/** 403 with the hint that a link to edit the RSVP can be mailed to the guest. */
function foreignDevice(): AppError {
  return new AppError("foreign_device", { hint: "request_edit_link" });
}
