import { runBatch } from "../../db/batch.ts";
import { isConstraintViolation } from "../../db/failures.ts";
import { emailKey } from "../../kernel/email-address.ts";
import { accountChanged } from "../../platform/account-replicas/account-changed.ts";
import { busMessage, enqueue } from "../../platform/outbox/enqueue.ts";
import { onEachShard } from "../../platform/shards/on-shard.ts";
import { selectUserShards, shardsOf } from "../../platform/shards/shards-of.ts";
import type { RequestContext } from "../../request-context.ts";
import { authorizeUser } from "../accounts/authorize-user.ts";
import { assertLiveSession } from "../accounts/queries.ts";
import type { Caller } from "../accounts/session-token.ts";
import { listChargeable } from "../billing/queries.ts";
import { type Leaving, leaveShard, leavingStatements, thoseForgotten } from "./leave-shard.ts";
import { forgetInvitesTo, listSolelyOwned } from "./queries.ts";

/**
 * Deletes the caller's account, all in one batch: personal data is scrubbed, every session ends, events that only this
 * user owns close and their guests are forgotten by the engine, events that others own too go on without them, and a
 * subscription ends. The address may sign up again. Where there are several databases, the others follow at once.
 * @throws AppError 401 for a session that has ended, also when it ends meanwhile
 */
export async function deleteAccount(ctx: RequestContext, caller: Caller): Promise<void> {
  const { accountsDb: db, clock, monitor } = ctx;
  const { userId } = caller;
  const { user, charged, closing, shards } = await authorizeUser(
    ctx,
    caller,
    { charged: listChargeable(db, userId), closing: listSolelyOwned(db, userId) },
    { shards: selectUserShards(ctx, userId) },
  );
  const now = clock.now();
  const ends = charged.map(({ subscriptionId }) =>
    busMessage(ctx, "subscription.end", { subscription_id: subscriptionId }),
  );
  const forgotten = thoseForgotten(ctx, closing);
  const outboxEntries = enqueue(ctx, [...ends, ...forgotten, ...accountChanged(ctx, userId)]);
  const leaving = { userId, emailKey: emailKey(user.email ?? "") };
  let left: { eventId: string }[];
  try {
    ({ left } = await runBatch(db, {
      session: assertLiveSession(db, user),
      ...leavingStatements(db, leaving, now),
      outbox: outboxEntries.statements,
    }));
  } catch (error) {
    if (isConstraintViolation(error)) await authorizeUser(ctx, caller, {});
    throw error;
  }
  await leaveTheOthers(ctx, leaving, shardsOf(ctx, userId, shards.flat()), now);
  outboxEntries.publishAfterResponse();
  for (const { eventId } of left) ctx.defer(() => monitor.disconnect(eventId, userId));
}

/**
 * Ends the account where else it has events or a role, and takes back what asks its address to help anywhere. A
 * database that fails here has the first done by the message that is owed; the second ends by itself after a week.
 */
async function leaveTheOthers(
  ctx: RequestContext,
  leaving: Leaving,
  places: RequestContext[],
  now: number,
): Promise<void> {
  const theirs = new Set(places.map(({ shard }) => shard));
  const others = onEachShard(ctx).filter(({ shard }) => shard !== 0);
  await Promise.allSettled(
    others.map((place) =>
      theirs.has(place.shard)
        ? leaveShard(place, leaving, now)
        : place.db.batch(forgetInvitesTo(place.db, leaving.emailKey)),
    ),
  );
}
