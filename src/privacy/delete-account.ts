import { listChargeable } from "../billing/queries.ts";
import type { RequestContext } from "../context.ts";
import { type BatchResults, runBatch } from "../db/batch.ts";
import type { Statement } from "../db/client.ts";
import { isConstraintViolation } from "../db/failures.ts";
import {
  assertUnverifiedBy,
  findSecretOwner,
  invalidToken,
  requireSecret,
} from "../identity/accounts/require-secret.ts";
import { findAuthentication } from "../identity/second-factors/queries.ts";
import { requireStepUp } from "../identity/second-factors/require-step-up.ts";
import { emailKey } from "../kernel/email-address.ts";
import { accountChanged } from "../platform/account-replicas/replicate-account.ts";
import { monitorOf } from "../platform/activities/monitors.ts";
import { authorizeUser } from "../platform/authorization/authorize-user.ts";
import type { Caller } from "../platform/authorization/caller.ts";
import { assertLiveSession } from "../platform/authorization/session-queries.ts";
import { accountEndings } from "../platform/credentials/endings.ts";
import { busMessage, enqueue } from "../platform/outbox/enqueue.ts";
import { onEachShard } from "../platform/shards/on-shard.ts";
import { selectUserShards, shardsOf } from "../platform/shards/shards-of.ts";
import { deleteInvitesTo, listCoOwned, listSolelyOwned } from "../team/account-deletion-queries.ts";
import {
  accountDeletion,
  type DeletedAccount,
  deleteAccountOnShard,
  departureMessages,
  erasureMessages,
} from "./delete-account-on-shard.ts";

/**
 * Deletes the caller's account in one batch: anonymizes the personal data, ends every session, closes the events that
 * only this user owns and has them erased, transfers the events with other owners and tells them, has the account's images erased, and
 * ends the subscription. The e-mail address may sign up again. The other shards follow after this batch.
 * @throws AppError 401 for a session that has ended, also when it ends meanwhile; 403 `step_up_required`
 */
export async function deleteAccount(ctx: RequestContext, caller: Caller): Promise<void> {
  const { accountsDb: db } = ctx;
  const { userId } = caller;
  const { user, authentication, ...found } = await authorizeUser(ctx, caller, selectForDeletion(ctx, userId), {
    shards: selectUserShards(ctx, userId),
    authentication: findAuthentication(db, caller),
  });
  await requireStepUp(ctx, caller, authentication);
  const account = { userId, emailKey: emailKey(user.email ?? "") };
  try {
    await writeDeletion(ctx, account, found, assertLiveSession(db, user));
  } catch (error) {
    if (isConstraintViolation(error)) await authorizeUser(ctx, caller, {});
    throw error;
  }
}

/**
 * Deletes the account that a stranger made with an address, by the link of its verification email: until the address is
 * verified, its owner alone has the link. Deletes as `deleteAccount` does.
 * @throws AppError 400 `invalid_token` when it is forged, used, older than a day, for another purpose, or the address was
 *   verified meanwhile
 */
export async function rejectSignUp(ctx: RequestContext, value: string): Promise<void> {
  const { accountsDb: db } = ctx;
  const secret = await requireSecret(ctx, "verify_email", value);
  const [owner] = await findSecretOwner(db, secret);
  if (owner === undefined || owner.emailVerified) throw invalidToken();
  const found = await runBatch(db, { ...selectForDeletion(ctx, owner.id), shards: selectUserShards(ctx, owner.id) });
  const account = { userId: owner.id, emailKey: owner.emailKey ?? "" };
  try {
    await writeDeletion(ctx, account, found, assertUnverifiedBy(db, secret, owner.id));
  } catch (error) {
    throw isConstraintViolation(error) ? invalidToken() : error;
  }
}

/** What a deletion needs to know of an account. */
function selectForDeletion({ accountsDb: db }: RequestContext, userId: string) {
  return {
    charged: listChargeable(db, userId),
    closing: listSolelyOwned(db, userId),
    coOwned: listCoOwned(db, userId),
  };
}

type Found = BatchResults<ReturnType<typeof selectForDeletion>> & { shards: { shard: number }[][] };

/** @param guard a statement that aborts the batch when the account may not be deleted any longer */
async function writeDeletion(
  ctx: RequestContext,
  account: DeletedAccount,
  { charged, closing, coOwned, shards }: Found,
  guard: Statement,
): Promise<void> {
  const { accountsDb: db, clock } = ctx;
  const { userId } = account;
  const now = clock.now();
  const ends = charged.map(({ subscriptionId }) =>
    busMessage(ctx, "subscription.end", { subscription_id: subscriptionId }),
  );
  const ofEvents = [...erasureMessages(ctx, closing), ...departureMessages(ctx, userId, coOwned)];
  const images = busMessage(ctx, "uploads.erase", { user_id: userId });
  const outboxEntries = enqueue(ctx, [...ends, ...ofEvents, images, ...accountChanged(ctx, userId)]);
  const { memberships } = await runBatch(db, {
    guard,
    // Before the rows of ended sessions are deleted.
    ended: accountEndings(db, "account_deletion", { userId, now }),
    ...accountDeletion(db, account, now),
    outbox: outboxEntries.statements,
  });
  await deleteOnOtherShards(ctx, account, shardsOf(ctx, userId, shards.flat()), now);
  outboxEntries.publishAfterResponse();
  for (const { eventId } of memberships) ctx.defer(() => monitorOf(ctx, eventId).disconnect(userId));
}

/**
 * Deletes the account on the shards on which the user has events or a role, and the invites to its address on all. A
 * failed shard is not retried here: the `account.changed` message repeats the first, and an invite expires after a week.
 */
async function deleteOnOtherShards(
  ctx: RequestContext,
  account: DeletedAccount,
  ofUser: RequestContext[],
  now: number,
): Promise<void> {
  const withReplica = new Set(ofUser.map(({ shard }) => shard));
  const others = onEachShard(ctx).filter(({ shard }) => shard !== 0);
  await Promise.allSettled(
    others.map((other) =>
      withReplica.has(other.shard)
        ? deleteAccountOnShard(other, account, now)
        : other.db.batch(deleteInvitesTo(other.db, account.emailKey)),
    ),
  );
}
