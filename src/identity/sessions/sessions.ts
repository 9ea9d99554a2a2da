import { and, desc, eq, gt, lt } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import type { AccountsDatabase } from "../../db/client.ts";
import { sessions } from "../../db/schema/sessions.ts";
import { type Page, type PageQuery, pagerById } from "../../kernel/cursor.ts";
import { notFound } from "../../kernel/errors.ts";
import { authorizeUser } from "../../platform/authorization/authorize-user.ts";
import type { Caller } from "../../platform/authorization/caller.ts";
import { ofSession, ofUser, ofUserExcept } from "../../platform/authorization/session-queries.ts";
import { commit } from "../../platform/commit/commit.ts";
import { accountEndings, type Ending, invalidateSessions } from "../../platform/credentials/endings.ts";
import type { RevokingEvent } from "../../platform/credentials/registry.ts";
import { endSessions } from "../accounts/end-sessions.ts";
import { logChange } from "../accounts/log-change.ts";

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
  const ending = endSessions(ctx, user.id, ofSession(user.id, sessionId));
  const { ended, ...others } = ending.statements;
  const written = await commit(ctx, {
    by: user,
    changes: { ended, logged: logChange(ctx, user.id, "session_ended"), ...others },
    immediate: [ending.announced],
    at: ctx.clock.now(),
    lost: "unauthenticated",
  });
  if (written.ended.length === 0) throw notFound();
}

/** Ends all sessions of the caller but this one, and sign-ins that wait for the second factor. */
export async function signOutOthers(ctx: RequestContext, caller: Caller): Promise<void> {
  const { user } = await authorizeUser(ctx, caller, {});
  const now = ctx.clock.now();
  const signIns = accountEndings(ctx.accountsDb, "sign_out_everywhere", { userId: user.id, now });
  const ending = endSessions(ctx, user.id, ofUserExcept(user.id, user.session.sessionId));
  const { ended, ...others } = ending.statements;
  await commit(ctx, {
    by: user,
    changes: { signIns, ended, logged: logChange(ctx, user.id, "signed_out_everywhere"), ...others },
    immediate: [ending.announced],
    at: now,
    lost: "unauthenticated",
  });
}

/**
 * Revokes all of an account's sessions and the other credentials that an event revokes on the accounts database.
 * @returns statements, which belong last because they use up an emailed link, and the work after the response
 */
export function endAccount(ctx: RequestContext, event: RevokingEvent, ending: Ending & { userId: string }) {
  const { accountsDb: db } = ctx;
  const { statements, announced } = endSessions(ctx, ending.userId, ofUser(ending.userId));
  const invalid = invalidateSessions(db, ending);
  return { statements: { ...statements, invalid, others: accountEndings(db, event, ending) }, announced };
}

export type ListedSession = Awaited<ReturnType<typeof listSessions>>[number];

/** Selects a page of a user's active sessions, newest first. */
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
