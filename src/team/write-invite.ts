import { hasSeat } from "../billing/queries.ts";
import type { RequestContext } from "../context.ts";
import { runBatch } from "../db/batch.ts";
import { emailKey } from "../kernel/email-address.ts";
import { actorOf } from "../platform/audit/actor.ts";
import { recordAudit } from "../platform/audit/record.ts";
import { sealAfterResponse } from "../platform/audit/seal-records.ts";
import type { Member } from "../platform/authorization/authorize-member.ts";
import { hasRole } from "../platform/authorization/queries.ts";
import type { Role } from "../platform/authorization/roles.ts";
import { recordResult } from "../platform/idempotency/record-result.ts";
import { busMessage, enqueue } from "../platform/outbox/enqueue.ts";
import { insertSecret } from "../platform/secrets/queries.ts";
import { issueSecret } from "../platform/secrets/secrets.ts";
import type { Tier } from "../platform/tiers/limits.ts";
import { SENDING_BUDGETS } from "../sending/budgets.ts";
import { countIf, countRecipients, maySend } from "../sending/queries.ts";
import { insertInvite, isInvited, mayBeInvited, wasPending } from "./invite-queries.ts";
import type { NewInvite } from "./schemas.ts";

/** A new invite as its sender sees it. Times in epoch milliseconds. */
export interface Invited {
  eventId: string;
  email: string;
  role: Role;
  createdAt: number;
  expiresAt: number;
}

/** Writes the invite, its mail and its audit record; undefined when seats, members or invites changed since they were read. */
export async function writeInvite(
  ctx: RequestContext,
  member: Member,
  input: NewInvite,
  found: { tier: Tier; limit: number; replaced: Role | null },
): Promise<Invited | undefined> {
  const { db } = ctx;
  const { eventId, userId } = member;
  const { id, row: secret } = await issueSecret(ctx, "collaborator_invite", { owner: eventId });
  const { createdAt: now, expiresAt } = secret;
  const invited = { eventId, ...input, createdAt: now, expiresAt };
  const row = { ...invited, id, emailKey: emailKey(input.email), invitedBy: userId };
  const isWritten = isInvited(db, id);
  const body = { event_id: eventId, invite_id: id, ...input, invited_by: userId };
  const outboxEnattempt = enqueue(ctx, [busMessage(ctx, "collaborator_invite.send", body)], isWritten);
  const entry = {
    eventId,
    ...actorOf(member),
    action: "collaborator.invited" as const,
    target: input.email,
    before: found.replaced === null ? null : { role: found.replaced },
    after: { role: input.role },
    at: now,
  };
  const guard = [
    hasRole(db, member),
    hasSeat(db, { eventId, emailKey: row.emailKey, now }, found.limit),
    mayBeInvited(db, eventId, row.emailKey, now),
    wasPending(db, eventId, row.emailKey, now, found.replaced),
    maySend(member, SENDING_BUDGETS[found.tier], 1, now),
  ];
  const {
    written: [written],
  } = await runBatch(db, {
    written: insertInvite(db, row, guard),
    secret: insertSecret(db, { ...secret, subject: id }, isWritten),
    counted: countRecipients(db, member.hostId, countIf(isWritten), now),
    audit: recordAudit(db, entry, isWritten),
    outbox: outboxEnattempt.statements,
    idempotencyRecord: recordResult(ctx, member, invited, isWritten),
  });
  if (written === undefined) return undefined;
  outboxEnattempt.publishAfterResponse();
  sealAfterResponse(ctx, eventId);
  return invited;
}
