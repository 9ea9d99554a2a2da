import type { BusMessage } from "../../proto/bus/messages.ts";
import type { RequestContext } from "../context.ts";
import { runBatch } from "../db/batch.ts";
import { cancelPending } from "../events/reminders/move-messages.ts";
import { ownerRemoved } from "../identity/notices/account-notices.ts";
import { HOUR_MS } from "../kernel/clock.ts";
import { monitorOf } from "../platform/activities/monitors.ts";
import { commit } from "../platform/commit/commit.ts";
import { eventEndings } from "../platform/credentials/endings.ts";
import { busMessage } from "../platform/outbox/enqueue.ts";
import {
  anonymizeUser,
  clearReplyTo,
  closeSolelyOwned,
  deleteCredentials,
  deleteInvitesTo,
  deleteMemberships,
  eraseKeyNames,
  listClosing,
  listCoOwned,
  listSolelyOwned,
  transferOwnership,
} from "../team/account-deletion-queries.ts";
import { erasableSince, erasureMessages, RESTORABLE_MS } from "./erase-event.ts";

/**
 * Time in which the members and guests of a closed event are notified. It is erased when all are, and after this time
 * in any case.
 */
const NOTIFYING_MS = HOUR_MS;

export interface DeletedAccount {
  userId: string;
  /** Empty if unknown. */
  emailKey: string;
}

/**
 * Returns the statements that delete an account on one shard. They close the events that only this user owns, transfer
 * the others, delete the user's rows, and anonymize the account or its replica.
 * @param now epoch milliseconds
 * @returns also `memberships`: the events on which the user had a role
 */
export function accountDeletion(db: RequestContext["db"], { userId, emailKey }: DeletedAccount, now: number) {
  return {
    cancelled: cancelPending(db, listSolelyOwned(db, userId), now),
    closed: closeSolelyOwned(db, userId, now, {
      past: erasableSince(now),
      expected: now - RESTORABLE_MS + NOTIFYING_MS,
    }),
    transferred: transferOwnership(db, userId, now),
    replies: clearReplyTo(db, userId, now),
    endedAtEvents: eventEndings(db, "account_deletion", { userId, now }),
    memberships: deleteMemberships(db, userId),
    invites: deleteInvitesTo(db, emailKey),
    keys: eraseKeyNames(db, userId),
    credentials: deleteCredentials(db, userId),
    user: anonymizeUser(db, userId, now),
  };
}

/**
 * Messages about the closed events: the members and guests of an expected one are notified, then it is erased. Others
 * are erased immediately. The consumers ignore an event that was not closed after all.
 */
export function closingMessages(
  ctx: RequestContext,
  closing: readonly { id: string; isExpected: boolean }[],
): BusMessage[] {
  return closing.flatMap(({ id, isExpected }) =>
    isExpected ? [busMessage(ctx, "event.closed", { event_id: id })] : erasureMessages(ctx, id),
  );
}

/** Messages that notify the other owners of the user's events that the user has left. */
export function departureMessages(
  ctx: RequestContext,
  userId: string,
  coOwned: readonly { id: string; isHost: number }[],
): BusMessage[] {
  const facts = { actorId: userId, memberId: userId };
  return coOwned.map(({ id, isHost }) => ownerRemoved(ctx, { ...facts, eventId: id }, isHost === 1));
}

/** Deletes an account on a shard that has at most a replica of it. Idempotent. */
export async function deleteAccountOnShard(ctx: RequestContext, account: DeletedAccount, now: number): Promise<void> {
  const { db } = ctx;
  const { closing, coOwned } = await runBatch(db, {
    closing: listClosing(db, account.userId, now),
    coOwned: listCoOwned(db, account.userId),
  });
  const departures = departureMessages(ctx, account.userId, coOwned);
  const { memberships } = await commit(ctx, {
    by: "service",
    changes: accountDeletion(db, account, now),
    messages: [...closingMessages(ctx, closing), ...departures],
    at: now,
    lost: "not_found",
  });
  for (const { eventId } of memberships) ctx.defer(() => monitorOf(ctx, eventId).disconnect(account.userId));
}
