import { runBatch } from "../../db/batch.ts";
import { DAY_MS } from "../../kernel/clock.ts";
import type { RequestContext } from "../../request-context.ts";
import { REFRESH_TOKEN_TTL_MS, SESSION_TTL_MS } from "./credentials.ts";
import { extendRefreshToken, extendStoredSession } from "./session-queries.ts";
import type { Caller } from "./session-token.ts";

/** A cookie older than this is replaced by a newer one. */
const EXTEND_AFTER_MS = DAY_MS;

/**
 * What a refresh does for a session with tokens, for one with a cookie: it lasts 30 more days, and 90 in all. At most
 * once a day and cookie, because each time is a write.
 * @returns the caller and the end (epoch milliseconds) of the next cookie; null when this one goes on, or the session has ended
 */
export async function extendSession(
  ctx: RequestContext,
  caller: Caller,
): Promise<{ caller: Caller; expiresAt: number } | null> {
  const { accountsDb: db, clock } = ctx;
  const now = clock.now();
  if (now - caller.issuedAt < EXTEND_AFTER_MS) return null;
  const session = { userId: caller.userId, sessionId: caller.sessionId };
  const until = { from: now, lastsMs: REFRESH_TOKEN_TTL_MS, lastsInAllMs: SESSION_TTL_MS };
  const { extended } = await runBatch(db, {
    extended: extendRefreshToken(db, session, until),
    stored: extendStoredSession(db, session, now),
  });
  const [row] = extended;
  return row === undefined ? null : { caller: { ...caller, issuedAt: now }, expiresAt: row.expiresAt };
}
