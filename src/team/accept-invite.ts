import type { RequestContext } from "../context.ts";
import { runBatch } from "../db/batch.ts";
import { isConstraintViolation } from "../db/failures.ts";
import { findAuthentication } from "../identity/second-factors/queries.ts";
import { emailKey } from "../kernel/email-address.ts";
import { AppError } from "../kernel/errors.ts";
import { replicateAccount, selectAccountToReplicate } from "../platform/account-replicas/replicate-account.ts";
import { actorOf } from "../platform/audit/actor.ts";
import { recordAudit } from "../platform/audit/record.ts";
import { sealAfterResponse } from "../platform/audit/seal-records.ts";
import { authorizeUser } from "../platform/authorization/authorize-user.ts";
import type { Caller } from "../platform/authorization/caller.ts";
import { isAtLeast, type Role } from "../platform/authorization/roles.ts";
import { hasLiveSession } from "../platform/authorization/session-queries.ts";
import { idempotent } from "../platform/idempotency/idempotent.ts";
import { recordResult } from "../platform/idempotency/record-result.ts";
import { enqueue } from "../platform/outbox/enqueue.ts";
import type { PresentedSecret } from "../platform/secrets/queries.ts";
import { onShardOf } from "../platform/shards/on-shard.ts";
import { insertUserShard } from "../platform/shards/queries.ts";
import { assertRedeemable, findCurrentRole, findInvite, redeemInvite } from "./invite-queries.ts";
import { onShardOfInvite, requireInvite } from "./invite-token.ts";
import { requireOpenInvite } from "./preview-invite.ts";
import { grantRole } from "./queries.ts";
import { MAX_ATTEMPTS, ownerNotices } from "./team-changes.ts";

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
 * @throws AppError 404 for a forged link, 410 `invite_gone`, 403 `email_mismatch`, which leaves the invite open, 409
 *   `team_changed` when concurrent requests change the caller's role during every attempt, 401 when the session has ended meanwhile
 */
export function acceptInvite(ctx: RequestContext, caller: Caller, value: string): Promise<Accepted> {
  return acceptIdempotently(onShardOfInvite(ctx, value), caller, value);
}

const acceptIdempotently = idempotent(authorizeUser, accept);

async function accept(ctx: RequestContext, caller: Caller, value: string): Promise<Accepted> {
  const secret = await requireInvite(ctx, value);
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const accepted = await acceptOnce(ctx, caller, secret);
    if (accepted !== undefined) return accepted;
  }
  throw new AppError("team_changed");
}

/** Reads and writes; undefined when the invite, the caller's role or session changed in between, and nothing was written. */
async function acceptOnce(ctx: RequestContext, caller: Caller, secret: PresentedSecret): Promise<Accepted | undefined> {
  const { db, clock } = ctx;
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
  const before = current?.role ?? null;
  const read = { userId: user.id, role: before };
  const records = recordAcceptance(ctx, caller, accepted, before, now);
  await recordUserShard(ctx, user.id);
  try {
    await runBatch(db, {
      replica: replicateAccount(ctx, account.flat()),
      // After the replica, which has the session.
      redeemable: assertRedeemable(db, { ...secret, now }, read, hasLiveSession(db, user)),
      records: records.statements,
      granted: grantRole(db, { eventId, userId: user.id, role: accepted.role, createdAt: now }),
      idempotencyRecord: recordResult(ctx, caller, accepted),
      redeemed: redeemInvite(db, { ...secret, now }),
    });
  } catch (error) {
    if (isConstraintViolation(error)) return undefined;
    throw error;
  }
  records.dispatch();
  return accepted;
}

/** Statements that record the new role, and tell the owners of a new owner. Before the role is granted. */
function recordAcceptance(
  ctx: RequestContext,
  caller: Caller,
  { eventId, role }: Accepted,
  before: Role | null,
  now: number,
) {
  const { userId } = caller;
  const isChanged = role !== before;
  const change = { eventId, by: { userId }, userId, before, after: role };
  const outboxEntries = enqueue(ctx, isChanged ? ownerNotices(ctx, change) : []);
  const entry = {
    eventId,
    ...actorOf({ session: caller }),
    action: "collaborator.joined" as const,
    target: userId,
    before: before && { role: before },
    after: { role },
    at: now,
  };
  return {
    statements: [recordAudit(ctx.db, entry), ...outboxEntries.statements],
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
