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
import { deleteInvitesTo, listClosing, listCoOwned } from "../team/account-deletion-queries.ts";
import {
  accountDeletion,
  closingMessages,
  type DeletedAccount,
  deleteAccountOnShard,
  departureMessages,
} from "./delete-account-on-shard.ts";

/**
 * Deletes the caller's account in one D1 batch, and then on the other shards. Anonymizes the personal data and revokes
 * every session. Closes the events that only this user owns: their members and guests are notified, and then they are
 * erased. Transfers the events with other owners and notifies these owners. Enqueues the erasure of the account's images and the end of the subscription. The
 * email address can sign up again.
 * @throws AppError 401 if the session was revoked, also during the request; 403 `step_up_required`
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
 * Deletes an account that another person created with the reader's email address, by the link in the verification
 * email. Until the address is verified, only its owner has the link. Deletes like `deleteAccount`.
 * @throws AppError 400 `invalid_token` if the token is forged, used, older than a day or for another purpose, or if the
 *   email address was verified during the request
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

/** Queries whose rows a deletion needs. */
function selectForDeletion({ accountsDb: db, clock }: RequestContext, userId: string) {
  return {
    charged: listChargeable(db, userId),
    closing: listClosing(db, userId, clock.now()),
    coOwned: listCoOwned(db, userId),
  };
}

type Found = BatchResults<ReturnType<typeof selectForDeletion>> & { shards: { shard: number }[] | undefined };

/** @param guard a statement that aborts the D1 batch if the account may no longer be deleted */
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
  const ofEvents = [...closingMessages(ctx, closing), ...departureMessages(ctx, userId, coOwned)];
  const images = busMessage(ctx, "uploads.erase", { user_id: userId });
  const outboxEntries = enqueue(ctx, [...ends, ...ofEvents, images, ...accountChanged(ctx, userId)]);
  const { memberships } = await runBatch(db, {
    guard,
    // Run before the statements that delete the rows of ended sessions.
    ended: accountEndings(db, "account_deletion", { userId, now }),
    ...accountDeletion(db, account, now),
    outbox: outboxEntries.statements,
  });
  await deleteOnOtherShards(ctx, account, shardsOf(ctx, userId, shards), now);
  outboxEntries.publishAfterResponse();
  for (const { eventId } of memberships) ctx.defer(() => monitorOf(ctx, eventId).disconnect(userId));
}

/**
 * Deletes the account on the shards where the user has events or a role, and the invites to its email address on all
 * shards. Does not retry a failed shard: the `account.changed` message deletes the account again, and an invite expires
 * after a week.
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
