import type { SQL } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import { runBatch } from "../db/batch.ts";
import { findAuthentication } from "../identity/second-factors/queries.ts";
import { emailKey } from "../kernel/email-address.ts";
import { AppError } from "../kernel/errors.ts";
import { replicateAccount, selectAccountToReplicate } from "../platform/account-replicas/replicate-account.ts";
import { recordAudit } from "../platform/audit/record.ts";
import { sealAfterResponse } from "../platform/audit/seal-records.ts";
import { authorizeUser } from "../platform/authorization/authorize-user.ts";
import type { Caller } from "../platform/authorization/caller.ts";
import { isAtLeast, type Role } from "../platform/authorization/roles.ts";
import { hasLiveSession } from "../platform/authorization/session-queries.ts";
import { idempotent } from "../platform/idempotency/idempotent.ts";
import { recordResult } from "../platform/idempotency/record-result.ts";
import { enqueue } from "../platform/outbox/enqueue.ts";
import { onShardOf } from "../platform/shards/on-shard.ts";
import { insertUserShard } from "../platform/shards/queries.ts";
import { findCurrentRole, findInvite, isRedeemable, redeemInvite } from "./invite-queries.ts";
import { onShardOfInvite, requireInvite } from "./invite-token.ts";
import { requireOpenInvite } from "./preview-invite.ts";
import { grantRole } from "./queries.ts";
import { ownerNotices } from "./team-changes.ts";

/** The role that a user has on an event after accepting. */
export interface Accepted {
  eventId: string;
  role: Role;
  /** Whether the event requires a second factor that the user does not have. */
  needsFactor: boolean;
}

/**
 * Accepts an invite, once: the caller gets its role, or keeps a higher one. The caller's address need not be verified:
 * the link was mailed to it, which proves the same.
 * @throws AppError 404 for a forged link, 410 `invite_gone`, 403 `email_mismatch`, which leaves the invite open, 401 when
 *   the session has ended meanwhile
 */
export function acceptInvite(ctx: RequestContext, caller: Caller, value: string): Promise<Accepted> {
  return acceptIdempotently(onShardOfInvite(ctx, value), caller, value);
}

const acceptIdempotently = idempotent(authorizeUser, accept);

async function accept(ctx: RequestContext, caller: Caller, value: string): Promise<Accepted> {
  const { db, clock } = ctx;
  const secret = await requireInvite(ctx, value);
  const {
    user,
    invite: [found],
    current: [current],
    account,
    authentication: [factors],
  } = await authorizeUser(
    ctx,
    caller,
    { invite: findInvite(db, secret), current: findCurrentRole(db, secret, caller.userId) },
    {
      account: selectAccountToReplicate(ctx, caller.userId),
      authentication: findAuthentication(ctx.accountsDb, caller),
    },
  );
  const now = clock.now();
  const invite = requireOpenInvite(found);
  if (user.email === null || emailKey(user.email) !== invite.emailKey) throw new AppError("email_mismatch");

  const eventId = invite.event.id;
  const needsFactor = invite.event.requireSecondFactor && !factors?.hasTotp && !factors?.hasPasskey;
  const accepted = {
    eventId,
    needsFactor,
    role: current && isAtLeast(current.role, invite.role) ? current.role : invite.role,
  };
  const guard = isRedeemable(db, { ...secret, now }, hasLiveSession(db, user));
  const records = recordAcceptance(ctx, user.id, accepted, { before: current?.role ?? null, guard, now });
  await recordUserShard(ctx, user.id);
  const { granted } = await runBatch(db, {
    replica: replicateAccount(ctx, account.flat()),
    records: records.statements,
    granted: grantRole(db, { eventId, userId: user.id, role: invite.role, createdAt: now }, guard),
    idempotencyRecord: recordResult(ctx, caller, accepted, guard),
    // Last, because the guard does not hold after it.
    redeemed: redeemInvite(db, { ...secret, now }, guard),
  });
  if (granted.length === 0) {
    await authorizeUser(ctx, caller, {});
    throw new AppError("invite_gone");
  }
  records.dispatch();
  return accepted;
}

/** Statements that record the new role, and tell the owners of a new owner. Before the role is granted. */
function recordAcceptance(
  ctx: RequestContext,
  userId: string,
  { eventId, role }: Accepted,
  { before, guard, now }: { before: Role | null; guard: SQL; now: number },
) {
  const isChanged = role !== before;
  const change = { eventId, by: { userId }, userId, before, after: role };
  const outboxEntries = enqueue(ctx, isChanged ? ownerNotices(ctx, change) : [], guard);
  const entry = {
    eventId,
    actorId: userId,
    action: "collaborator.joined" as const,
    target: userId,
    before: before && { role: before },
    after: { role },
    at: now,
  };
  return {
    statements: [recordAudit(ctx.db, entry, guard), ...outboxEntries.statements],
    dispatch(): void {
      outboxEntries.publishAfterResponse();
      sealAfterResponse(ctx, eventId);
    },
  };
}

/** Written before the role, so that no event is missing from the user's list. A superfluous shard only costs a read. */
async function recordUserShard(ctx: RequestContext, userId: string): Promise<void> {
  const { accountsDb, shard } = ctx;
  if (onShardOf(ctx, userId).shard !== shard) await insertUserShard(accountsDb, userId, shard);
}
