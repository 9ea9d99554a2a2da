import type { RequestContext } from "../../context.ts";
import { sha256Hex } from "../../kernel/bytes.ts";
import { verifySignedId } from "../../kernel/signed-id.ts";
import type { Caller } from "../../platform/authorization/caller.ts";
import { ofSession } from "../../platform/authorization/session-queries.ts";
import { commit } from "../../platform/commit/commit.ts";
import { findRefreshToken } from "./credentials.ts";
import { endSessions } from "./end-sessions.ts";

/**
 * Ends the session of a refresh token, used or not: its access tokens, tickets and sockets too. An invalid token changes
 * nothing.
 */
export async function logOut(ctx: RequestContext, refreshToken: string): Promise<void> {
  const { accountsDb: db, keyring } = ctx;
  const id = await verifySignedId(await keyring.keysFor("refresh_token"), refreshToken);
  if (id === null) return;
  const [found] = await findRefreshToken(db, { id, tokenHash: await sha256Hex(refreshToken) });
  if (found === undefined || found.token.revokedAt !== null) return;
  await endSession(ctx, found.token.userId, found.token.familyId);
}

/** Revokes the session of a cookie. Does nothing for a revoked session. */
export async function logOutBrowser(ctx: RequestContext, { userId, sessionId }: Caller): Promise<void> {
  if (sessionId !== null) await endSession(ctx, userId, sessionId);
}

async function endSession(ctx: RequestContext, userId: string, sessionId: string): Promise<void> {
  const { statements, announced } = endSessions(ctx, userId, ofSession(userId, sessionId));
  const at = ctx.clock.now();
  await commit(ctx, { by: "service", changes: statements, immediate: [announced], at, lost: "unauthenticated" });
}
