import { and, desc, eq, gt, lt } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import type { AccountsDatabase } from "../../db/client.ts";
import { sessions } from "../../db/schema/sessions.ts";
import type { Page, PageQuery } from "../../kernel/cursor.ts";
import { pagerById } from "../../kernel/cursor.ts";
import { notFound } from "../../kernel/errors.ts";
import { authorizeUser } from "../../platform/authorization/authorize-user.ts";
import type { Caller } from "../../platform/authorization/caller.ts";
import { ofSession, ofUser, ofUserExcept } from "../../platform/authorization/session-queries.ts";
import type { Ending } from "../../platform/credentials/endings.ts";
import { accountEndings, invalidateSessions } from "../../platform/credentials/endings.ts";
import type { RevokingEvent } from "../../platform/credentials/registry.ts";
import { endSessions, writeInSession } from "../accounts/end-sessions.ts";

/** A page of the caller's sessions, newest first. */
export async function readSessions(
  ctx: RequestContext,
  caller: Caller,
  query: PageQuery,
): Promise<Page<ListedSession>> {
  const page = pagerById("sessions", query);
  const owner = { userId: caller.userId, now: ctx.clock.now() };
  const { rows } = await authorizeUser(
    ctx,
    caller,
    {},
    { rows: listSessions(ctx.accountsDb, owner, page.after, page.limit) },
  );
  return page.of(rows, ({ id }) => id);
}

/**
 * Ends one session of the caller, this one or another.
 * @throws AppError 404 for a session that has ended, or is another user's
 */
export async function signOutSession(ctx: RequestContext, caller: Caller, sessionId: string): Promise<void> {
  const { user } = await authorizeUser(ctx, caller, {});
  const { ended } = await writeInSession(ctx, user, ofSession(user.id, sessionId), {}, "session_ended");
  if (ended.length === 0) throw notFound();
}

/** Ends all sessions of the caller but this one, and sign-ins that wait for the second factor. */
export async function signOutOthers(ctx: RequestContext, caller: Caller): Promise<void> {
  const { user } = await authorizeUser(ctx, caller, {});
  const ending = { userId: user.id, now: ctx.clock.now() };
  const others = accountEndings(ctx.accountsDb, "sign_out_everywhere", ending);
  await writeInSession(ctx, user, ofUserExcept(user.id, user.session.sessionId), { others }, "signed_out_everywhere");
}

/**
 * Ends all of an account's sessions, and what else an event ends on the accounts database.
 * @param userId the account's ID. `ending.userId` may be a subquery that returns it while a mailed link is valid
 * @returns the statements for the batch, which belong last: a mailed link is used up by them
 */
export function endAccount(ctx: RequestContext, event: RevokingEvent, userId: string, ending: Ending) {
  const { accountsDb: db } = ctx;
  const sessions = endSessions(ctx, userId, ofUser(ending.userId));
  const invalid = invalidateSessions(db, ending);
  return { ...sessions, statements: { ...sessions.statements, invalid, others: accountEndings(db, event, ending) } };
}

export type ListedSession = Awaited<ReturnType<typeof listSessions>>[number];

/** A page of a user's sessions that have neither ended nor expired, the one that was started last first. */
export function listSessions(
  db: AccountsDatabase,
  { userId, now }: { userId: string; now: number },
  beforeId: string | null,
  limit: number,
) {
  return db
    .select()
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        gt(sessions.expiresAt, now),
        beforeId === null ? undefined : lt(sessions.id, beforeId),
      ),
    )
    .orderBy(desc(sessions.id))
    .limit(limit);
}
