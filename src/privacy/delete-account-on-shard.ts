import type { BusMessage } from "../../proto/bus/messages.ts";
import type { RequestContext } from "../context.ts";
import { runBatch } from "../db/batch.ts";
import { cancelPending } from "../events/reminders/move-messages.ts";
import { ownerRemoved } from "../identity/notices/account-notices.ts";
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
  listCoOwned,
  listSolelyOwned,
  transferOwnership,
} from "../team/account-deletion-queries.ts";
import { RESTORABLE_MS } from "./erase-event.ts";

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
    // One millisecond more, because the erasure may run in the same millisecond.
    closed: closeSolelyOwned(db, userId, now, now - RESTORABLE_MS - 1),
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
 * Messages that erase the closed events, outside the database and in it. Erased events cannot be restored. The
 * consumers ignore an event that was not closed after all.
 */
export function erasureMessages(ctx: RequestContext, closing: readonly { id: string }[]): BusMessage[] {
  return closing.flatMap(({ id }) => [
    busMessage(ctx, "access.forget", { event_id: id }),
    busMessage(ctx, "event.erase", { event_id: id }),
  ]);
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
    closing: listSolelyOwned(db, account.userId),
    coOwned: listCoOwned(db, account.userId),
  });
  const departures = departureMessages(ctx, account.userId, coOwned);
  const { memberships } = await commit(ctx, {
    by: "service",
    changes: accountDeletion(db, account, now),
    messages: [...erasureMessages(ctx, closing), ...departures],
    at: now,
    lost: "not_found",
  });
  for (const { eventId } of memberships) ctx.defer(() => monitorOf(ctx, eventId).disconnect(account.userId));
}
