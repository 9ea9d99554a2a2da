import { runBatch } from "../../db/batch.ts";
import { SECOND_MS } from "../../kernel/clock.ts";
import { emailKey } from "../../kernel/email-address.ts";
import { AppError } from "../../kernel/errors.ts";
import { idempotent } from "../../platform/idempotency/idempotent.ts";
import { recordResult } from "../../platform/idempotency/record-result.ts";
import { busMessage, enqueue } from "../../platform/outbox/enqueue.ts";
import type { RequestContext } from "../../request-context.ts";
import { recordAudit } from "../audit/record.ts";
import { sealAfterResponse } from "../audit/seal-records.ts";
import { countLimit, type Tier, tierLimitReached } from "../billing/limits.ts";
import { countSeats, hasSeat } from "../billing/queries.ts";
import { tierIn, tierOfEvent } from "../billing/tier-of.ts";
import { authorizeMember, type EventCaller, type Member } from "../members/authorize-member.ts";
import { hasRole } from "../members/queries.ts";
import type { Role } from "../members/roles.ts";
import { findAuthentication } from "../second-factors/queries.ts";
import { requireStepUp } from "../second-factors/require-step-up.ts";
import { mayInviteAgainAt, SENDING_BUDGETS } from "../sending/budgets.ts";
import { countIf, countRecipients, findSender, maySend } from "../sending/queries.ts";
import { requireSender } from "../sending/require-sender.ts";
import { INVITE_TTL_MS, newInviteToken } from "./invite-token.ts";
import { findMemberByEmail, findPending, findRecentInvites, insertInvite, isInvited, mayBeInvited } from "./queries.ts";
import type { NewInvite } from "./schemas.ts";
import { MAX_ATTEMPTS } from "./team-changes.ts";

/** A new invite as its sender sees it. Times in epoch milliseconds. */
export interface Invited {
  eventId: string;
  email: string;
  role: Role;
  createdAt: number;
  expiresAt: number;
}

/**
 * Invites an address to an event and enqueues the mail with the link, which is valid for 7 days. An open invite to the
 * address is replaced, and its link stops working. An address takes one collaborator seat of the host, on any number of
 * events, as soon as it is invited.
 * @throws AppError 409 `already_member`, 402 `tier_limit` without a free seat, 409 `team_changed`, 403 `step_up_required`
 *   to invite an owner, what `requireSender` throws, and 429 `recipient_limit`
 */
export const inviteCollaborator = idempotent(authorizeMember, invite);

async function invite(ctx: RequestContext, caller: EventCaller, input: NewInvite): Promise<Invited> {
  const { db, clock, config } = ctx;
  const { eventId } = caller;
  const key = emailKey(input.email);
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const now = clock.now();
    const {
      member,
      granted,
      members,
      seats: [seats],
      pending: [pending],
      recent,
      sender: [sender],
      authentication,
    } = await authorizeMember(
      ctx,
      caller,
      {
        granted: tierOfEvent(ctx, eventId),
        members: findMemberByEmail(db, eventId, key),
        seats: countSeats(db, { eventId, emailKey: key, now }),
        pending: findPending(db, eventId, key, now),
        recent: findRecentInvites(db, eventId, key, now),
        sender: findSender(db, eventId, caller.session.userId, now),
      },
      { authentication: findAuthentication(ctx.accountsDb, caller.session) },
    );
    if (members.length > 0) throw new AppError("already_member");
    if (input.role === "owner") await requireStepUp(ctx, caller.session, authentication);
    const tier = tierIn(granted);
    const limit = countLimit(tier, "collaborators");
    const { used = 0, others = 0 } = seats ?? {};
    if (others >= limit) throw tierLimitReached(config.PUBLIC_URL, tier, "collaborators", used);
    requireSender(sender, 1, now);
    requirePause(
      recent.map(({ at }) => at),
      now,
    );
    const invited = await writeInvite(ctx, member, input, { tier, limit, replaced: pending?.role ?? null });
    if (invited) return invited;
  }
  throw new AppError("team_changed");
}

/** @throws AppError 429 `recipient_limit`: an address is invited to an event once an hour and five times a day */
function requirePause(recent: readonly number[], now: number): void {
  const again = mayInviteAgainAt(recent, now);
  if (again === null) return;
  const retryAfter = Math.max(1, Math.ceil((again - now) / SECOND_MS));
  const message = `This address is invited to an event once an hour and five times a day. Try again in ${retryAfter} s.`;
  throw new AppError("recipient_limit", { retry_after: retryAfter }, message);
}

/** Writes the invite, its mail and its audit record; undefined when seats or members changed since they were read. */
async function writeInvite(
  ctx: RequestContext,
  member: Member,
  input: NewInvite,
  found: { tier: Tier; limit: number; replaced: Role | null },
): Promise<Invited | undefined> {
  const { db, clock } = ctx;
  const { eventId, userId } = member;
  const now = clock.now();
  const invited = { eventId, ...input, createdAt: now, expiresAt: now + INVITE_TTL_MS };
  const { id, tokenHash } = await newInviteToken(ctx);
  const row = { ...invited, tokenHash, emailKey: emailKey(input.email), invitedBy: userId };
  const isWritten = isInvited(db, tokenHash);
  const body = { event_id: eventId, invite_id: id, ...input, invited_by: userId };
  const outboxEnattempt = enqueue(ctx, [busMessage(ctx, "collaborator_invite.send", body)], isWritten);
  const entry = {
    eventId,
    actorId: userId,
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
    maySend(member, SENDING_BUDGETS[found.tier], 1, now),
  ];
  const {
    written: [written],
  } = await runBatch(db, {
    written: insertInvite(db, row, guard),
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
