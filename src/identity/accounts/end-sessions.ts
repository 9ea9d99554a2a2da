import type { RequestContext } from "../../context.ts";
import { type BatchResults, type NamedStatements, runBatch } from "../../db/batch.ts";
import { isConstraintViolation } from "../../db/failures.ts";
import type { AccountChange } from "../../kernel/account-changes.ts";
import { monitorOf } from "../../platform/activities/monitors.ts";
import { type AuthorizedUser, authorizeUser } from "../../platform/authorization/authorize-user.ts";
import {
  assertLiveSession,
  deleteSessionMonitors,
  endKeySession,
  endSessionsOf,
  insertEnded,
  listEndedSince,
  listMonitorsOfEnded,
  type WhichSessions,
} from "../../platform/authorization/session-queries.ts";
import { busMessage, enqueue } from "../../platform/outbox/enqueue.ts";
import { deletePublished } from "../../platform/outbox/queries.ts";
import { selectUserShards, shardsOf } from "../../platform/shards/shards-of.ts";
import { logChange } from "./log-change.ts";

/**
 * Ends sessions of a user. With the commit, access tokens, tickets and refresh tokens of these sessions are refused
 * wherever the accounts database is asked. Right after the response, open sockets are closed, and the databases of the
 * user's events learn of it, which scanner tickets ask. A crash in between loses nothing: the Scheduler relays the
 * outbox row, and its consumer does the same.
 * @returns the statements for the batch; belongs before what makes `which` false
 */
export function endSessions(ctx: RequestContext, userId: string, which: WhichSessions) {
  const now = ctx.clock.now();
  return announcing(ctx, userId, now, endSessionsOf(ctx.accountsDb, which, now));
}

/**
 * The same for an API key, whose id is what a session's id is: the key, its tickets and its sockets are refused.
 * @returns the statements for the batch; belongs before the deletion of the key
 */
export function endKey(ctx: RequestContext, userId: string, keyId: string) {
  const now = ctx.clock.now();
  return announcing(ctx, userId, now, { ended: endKeySession(ctx.accountsDb, userId, keyId, now) });
}

function announcing<T extends NamedStatements>(ctx: RequestContext, userId: string, now: number, statements: T) {
  const message = busMessage(ctx, "session.ended", { user_id: userId, ended_at: now });
  const outboxEntries = enqueue(ctx, [message]);
  return {
    statements: { ...statements, announced: outboxEntries.statements },
    /** Call after the commit. */
    announceAfterResponse(): void {
      ctx.defer(async () => {
        await announceEnded(ctx, userId, now);
        await deletePublished(
          ctx.db,
          outboxEntries.rows.map(({ id }) => id),
        );
      });
    },
  };
}

/**
 * Tells the rest of the service that sessions of a user have ended: copies them to the databases of the user's events,
 * and closes their sockets. Consumer of `session.ended`. Idempotent.
 * @param since epoch milliseconds: the sessions that have ended then or later
 * @throws what a database or an object threw: the message is retried
 */
export async function announceEnded(ctx: RequestContext, userId: string, since: number): Promise<void> {
  const { accountsDb: db } = ctx;
  const { ended, monitors, shards } = await runBatch(db, {
    ended: listEndedSince(db, userId, since),
    monitors: listMonitorsOfEnded(db, userId, since),
    shards: selectUserShards(ctx, userId),
  });
  if (ended.length === 0) return;
  const others = shardsOf(ctx, userId, shards.flat()).filter(({ shard }) => shard !== 0);
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

/**
 * Ends sessions of a signed-in user in one batch with further statements, which run first: all of it, or nothing when
 * the user's own session has ended meanwhile.
 * @param what the entry in the account's log, where ending the sessions is the change
 * @throws AppError 401 for a session that has ended
 */
export async function writeInSession<const T extends NamedStatements = Record<never, never>>(
  ctx: RequestContext,
  user: AuthorizedUser,
  which: WhichSessions,
  statements?: T,
  what?: AccountChange,
): Promise<{ ended: { id: string }[] } & BatchResults<T>> {
  const { accountsDb: db } = ctx;
  const ending = endSessions(ctx, user.id, which);
  try {
    const { ended, ...others } = ending.statements;
    const loggedEnd = what === undefined ? [] : [logChange(ctx, user.id, what)];
    const live = assertLiveSession(db, user);
    const results = await runBatch(db, { live, ...statements, ended, loggedEnd, ...others });
    ending.announceAfterResponse();
    return results as typeof results & BatchResults<T>;
  } catch (error) {
    if (isConstraintViolation(error)) await authorizeUser(ctx, user.session, {});
    throw error;
  }
}
