import type { Statement } from "../../db/client.ts";
import type { RequestFacts } from "../../http/request-facts.ts";
import { definedOnly } from "../../kernel/defined-only.ts";
import { AppError, nothingToChange } from "../../kernel/errors.ts";
import { flushAfterResponse } from "../../platform/flush-after-response/flush-after-response.ts";
import { enqueue } from "../../platform/outbox/enqueue.ts";
import type { RequestContext } from "../../request-context.ts";
import type { GuestLink } from "../invitations/guest-link.ts";
import { openInvitation, scoredInvitation } from "../invitations/open-invitation.ts";
import { assess, refuseBlocked } from "../risk/assess.ts";
import { type Answered, answered } from "./answered.ts";
import { confirmations } from "./confirmations.ts";
import { insertRevision, mayEdit, type RsvpRow, updateRsvp, useNonce } from "./queries.ts";
import { rsvpEvent } from "./rsvp-event.ts";
import { isOwnDevice, MAX_EDITS } from "./rules.ts";
import type { Edit } from "./schemas.ts";
import { requirePlusOnes } from "./submit-rsvp.ts";

/**
 * Changes an answer, at most five times: from the device that gave it, or with a nonce out of the guest's own mail,
 * which the edit uses up. The state before is kept in the same batch. Three trips.
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
  if (rsvp === null) throw noRsvp();
  const onOwnDevice = isOwnDevice(rsvp, { userAgent: input.facts.userAgent, hasNonce: false });
  if (!onOwnDevice && nonceHash === null) throw foreignDevice();
  if (input.plusOnes !== undefined) requirePlusOnes(invitation, input.plusOnes);

  const attempt = { kind: "edit" as const, facts: input.facts, fingerprint: input.fingerprint };
  const assessment = await assess(ctx, scoredInvitation(invitation), attempt);
  refuseBlocked(assessment);

  const now = ctx.clock.now();
  // A nonce that the device did not need is left for the device that will.
  const usedNonce = onOwnDevice ? null : nonceHash;
  const target = { eventId: rsvp.eventId, guestId: rsvp.guestId, nonceHash: usedNonce, now };
  const after = { ...rsvp, ...changes, riskScore: assessment.score };
  const messages = confirmations(ctx, link, after, assessment.accessLogId);
  const outboxEntries = enqueue(ctx, messages, mayEdit(target));
  const updated = await write(ctx, target, { ...changes, riskScore: assessment.score }, outboxEntries.statements);
  if (updated === undefined)
    throw usedNonce === null || rsvp.editCount >= MAX_EDITS ? editLimitReached() : foreignDevice();
  const frames = [rsvpEvent(invitation, { type: "rsvp.updated", ...updated })];
  flushAfterResponse(ctx, { outboxRows: outboxEntries.rows, scores: [], frames });
  return answered(ctx, invitation, updated);
}

/** The one batch of an edit. Every statement asks the same guard; the nonce is used up last, after all have asked. */
async function write(
  { db }: RequestContext,
  target: Parameters<typeof updateRsvp>[1],
  changes: Parameters<typeof updateRsvp>[2],
  outboxEntries: ReturnType<typeof enqueue>["statements"],
): Promise<RsvpRow | undefined> {
  const statements: Statement[] = [
    insertRevision(db, target),
    ...outboxEntries,
    updateRsvp(db, target, changes),
    ...(target.nonceHash === null ? [] : [useNonce(db, target.nonceHash, target.now)]),
  ];
  const results = await db.batch(statements);
  return (results[outboxEntries.length + 1] as RsvpRow[])[0];
}

/** 404: there is no answer to edit yet. */
function noRsvp(): AppError {
  return new AppError("no_rsvp");
}

/** 403: another device gave the answer; a link to edit it can be mailed to the guest. */
function foreignDevice(): AppError {
  return new AppError("foreign_device", {
    hint: "request_edit_link",
  });
}

/** 409: the answer was changed as often as it may be. */
function editLimitReached(): AppError {
  return new AppError("edit_limit_reached", {}, `An answer can be edited ${MAX_EDITS} times.`);
}
