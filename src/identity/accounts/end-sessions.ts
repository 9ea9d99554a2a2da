import type { RequestContext } from "../../context.ts";
import { runBatch } from "../../db/batch.ts";
import { monitorOf } from "../../platform/activities/monitors.ts";
import {
  deleteSessionMonitors,
  endKeySession,
  endSessionsOf,
  insertEnded,
  listEndedSince,
  listMonitorsOfEnded,
  type WhichSessions,
} from "../../platform/authorization/session-queries.ts";
import { busMessage, type Immediate } from "../../platform/outbox/enqueue.ts";
import { selectUserShards, shardsOf } from "../../platform/shards/shards-of.ts";

/**
 * Revokes sessions of a user. From the commit on, every check in the accounts database rejects their access tokens,
 * tickets and refresh tokens. After the response, open sockets are closed, and the revocation is copied to the databases
 * of the user's events, where scanner tickets are checked.
 * @returns the statements, which go before the one that makes `which` false, and the work after the response
 */
export function endSessions(ctx: RequestContext, userId: string, which: WhichSessions) {
  const now = ctx.clock.now();
  return { statements: endSessionsOf(ctx.accountsDb, which, now), announced: announcement(ctx, userId, now) };
}

/**
 * Revokes an API key: the key, its tickets and its sockets are rejected. A key's ID takes the place of a session's ID.
 * @returns the statement, which belongs before the deletion of the key, and the work after the response
 */
export function endKey(ctx: RequestContext, userId: string, keyId: string) {
  const now = ctx.clock.now();
  return { ended: endKeySession(ctx.accountsDb, userId, keyId, now), announced: announcement(ctx, userId, now) };
}

function announcement(ctx: RequestContext, userId: string, now: number): Immediate {
  const message = busMessage(ctx, "session.ended", { user_id: userId, ended_at: now });
  return { message, run: () => propagateEndedSessions(ctx, userId, now) };
}

/**
 * Propagates ended sessions: copies them to the databases of the user's events and closes their sockets. Consumer of
 * `session.ended`. Idempotent.
 * @param since epoch milliseconds: the sessions that have ended then or later
 * @throws the error of a database or an object: the message is retried
 */
export async function propagateEndedSessions(ctx: RequestContext, userId: string, since: number): Promise<void> {
  const { accountsDb: db } = ctx;
  const { ended, monitors, shards } = await runBatch(db, {
    ended: listEndedSince(db, userId, since),
    monitors: listMonitorsOfEnded(db, userId, since),
    shards: selectUserShards(ctx, userId),
  });
  if (ended.length === 0) return;
  const others = shardsOf(ctx, userId, shards).filter(({ shard }) => shard !== 0);
  await Promise.all([
    ...others.map((other) => other.db.batch([insertEnded(other.db, ended)])),
    ...monitors.map(({ eventId, sessionId }) => monitorOf(ctx, eventId).disconnectSession(sessionId)),
  ]);
  if (monitors.length > 0) {
    await db.batch([
      deleteSessionMonitors(
        db,
        ended.map(({ id }) => id),
      ),
    ]);
  }
}
