import { runBatch } from "../../db/batch.ts";
import type { RequestFacts } from "../../http/request-facts.ts";
import { definedOnly } from "../../kernel/defined-only.ts";
import { AppError, nothingToChange } from "../../kernel/errors.ts";
import { flushAfterResponse, pending } from "../../platform/flush-after-response/flush-after-response.ts";
import { enqueue, type OutboxEntries } from "../../platform/outbox/enqueue.ts";
import type { RequestContext } from "../../request-context.ts";
import type { GuestLink } from "../invitations/guest-link.ts";
import { openInvitation, scoredInvitation } from "../invitations/open-invitation.ts";
import { LIVE_EVENTS } from "../monitor/publish-live-events.ts";
import { assess, refuseBlocked } from "../risk/assess.ts";
import { type Answered, answered } from "./answered.ts";
import { confirmations } from "./confirmations.ts";
import { type EditTarget, insertRevision, mayEdit, type RsvpRow, updateRsvp, useNonce } from "./queries.ts";
import { rsvpEvent } from "./rsvp-event.ts";
import { isOwnDevice, MAX_EDITS } from "./rules.ts";
import type { Edit } from "./schemas.ts";
import { requirePlusOnes } from "./submit-rsvp.ts";

/**
 * Edits an RSVP, at most five times: from the device that submitted it, or with a nonce from the guest's own mail, which
 * the edit uses up. The previous state is stored as a revision in the same batch. Three round trips, as `submitRsvp`.
 * @throws AppError 404 `no_rsvp`, 403 `foreign_device` or `access_blocked`, 409 `edit_limit_reached`, 400, 429
 */
export async function editRsvp(
  ctx: RequestContext,
  link: GuestLink,
  input: Edit & { facts: RequestFacts },
): Promise<Answered> {
  const changes = definedOnly({ response: input.response, plusOnes: input.plusOnes });
  if (Object.keys(changes).length === 0) throw nothingToChange();
  const invitation = await openInvitation(ctx, link, "db", input.editNonce);
  const { rsvp, nonceHash } = invitation;
  if (rsvp === null) throw new AppError("no_rsvp");
  const onOwnDevice = isOwnDevice(rsvp, { userAgent: input.facts.userAgent, hasNonce: false });
  if (!onOwnDevice && nonceHash === null) throw foreignDevice();
  if (input.plusOnes !== undefined) requirePlusOnes(invitation, input.plusOnes);

  const attempt = { kind: "edit" as const, facts: input.facts, fingerprint: input.fingerprint };
  const assessment = await assess(ctx, scoredInvitation(invitation), attempt);
  refuseBlocked(assessment);

  const now = ctx.clock.now();
  // A nonce that this device does not need stays valid for one that does.
  const usedNonce = onOwnDevice ? null : nonceHash;
  const target = { eventId: rsvp.eventId, guestId: rsvp.guestId, nonceHash: usedNonce, now };
  const after = { ...rsvp, ...changes, riskScore: assessment.score };
  const messages = confirmations(ctx, link, after, assessment.accessLogId);
  const outboxEntries = enqueue(ctx, messages, mayEdit(target));
  const updated = await write(ctx, target, { ...changes, riskScore: assessment.score }, outboxEntries.statements);
  if (updated === undefined)
    throw usedNonce === null || rsvp.editCount >= MAX_EDITS ? new AppError("edit_limit_reached") : foreignDevice();
  const changed = rsvpEvent(invitation, { type: "rsvp.updated", ...updated });
  flushAfterResponse(ctx, { outboxRows: outboxEntries.rows, effects: [pending(LIVE_EVENTS, changed)] });
  return answered(ctx, invitation, updated);
}

/** One batch. Every statement has the same guard, so the nonce is marked as used last. No row: the guard did not hold. */
async function write(
  { db }: RequestContext,
  target: EditTarget,
  changes: Parameters<typeof updateRsvp>[2],
  outbox: OutboxEntries["statements"],
): Promise<RsvpRow | undefined> {
  const { updated } = await runBatch(db, {
    revision: insertRevision(db, target),
    outbox,
    updated: updateRsvp(db, target, changes),
    nonce: target.nonceHash === null ? [] : [useNonce(db, target.nonceHash, target.now)],
  });
  return updated[0];
}

/** 403 with the hint that a link to edit the RSVP can be mailed to the guest. */
function foreignDevice(): AppError {
  return new AppError("foreign_device", { hint: "request_edit_link" });
}
