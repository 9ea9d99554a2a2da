import { and, eq } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import type { AccountsDatabase } from "../../db/client.ts";
import { one } from "../../db/one.ts";
import { sessions } from "../../db/schema/sessions.ts";
import { AppError, unauthenticated } from "../../kernel/errors.ts";
import { PASSWORD_COSTS, verifyPassword } from "../../kernel/password-hash.ts";
import { type AuthorizedUser, authorizeUser } from "../../platform/authorization/authorize-user.ts";
import type { Caller } from "../../platform/authorization/caller.ts";
import { hasLiveSession } from "../../platform/authorization/session-queries.ts";
import { verifyStepUpToken } from "../accounts/factor-token.ts";
import { countryOf } from "../accounts/log-change.ts";
import { findAccountById } from "../accounts/queries.ts";
import type { UsedCredential } from "./passkey-ceremony.ts";
import { findAuthentication, findTotp, type TotpRow } from "./queries.ts";
import { STEP_UP_TTL_MS } from "./require-step-up.ts";
import { beginTry, type TypedFactor, useFactor } from "./use-factor.ts";
import { usePasskey } from "./use-passkey.ts";

/** Proof of a session's identity: exactly one of these. */
export type Proof = { password: string } | { passkey: UsedCredential } | TypedFactor;

/**
 * Confirms the identity of a session's user, which `requireStepUp` accepts for the next 10 minutes. The password is
 * accepted only from an account without an authenticator app.
 * @returns until when, epoch milliseconds
 * @throws AppError 400 `invalid_token` for a factor token that is forged, expired, or of another session; 403
 *   `invalid_factor` for a wrong or used proof, the password of an account with an app, or another account's passkey;
 *   errors of `useFactor`
 */
export async function stepUp(
  ctx: RequestContext,
  caller: Caller,
  input: { factorToken: string; proof: Proof; address: string },
): Promise<number> {
  const { accountsDb: db, clock } = ctx;
  const { userId, sessionId } = caller;
  const { user, account, totp, authentication } = await authorizeUser(
    ctx,
    caller,
    {},
    {
      account: one(findAccountById(db, userId)),
      totp: one(findTotp(db, userId)),
      authentication: one(findAuthentication(db, caller)),
    },
  );
  if (authentication === undefined) throw unauthenticated();
  const asked = await verifyStepUpToken(ctx, input.factorToken);
  if (asked?.userId !== userId || asked.sessionId !== sessionId) throw new AppError("invalid_factor_token");
  const app = totp?.confirmedAt ? totp : null;
  const passwordHash = account?.passwordHash ?? null;
  if (!(await isProven(ctx, { userId, passwordHash, app, address: input.address }, input.proof)))
    throw new AppError("invalid_factor");
  const now = { authenticatedAt: clock.now(), authenticatedCountry: countryOf(ctx.facts()) };
  const [marked] = await markAuthenticated(db, user, now);
  if (marked === undefined) throw unauthenticated();
  return marked.authenticatedAt + STEP_UP_TTL_MS;
}

async function isProven(
  ctx: RequestContext,
  account: { userId: string; passwordHash: string | null; app: TotpRow | null; address: string },
  proof: Proof,
): Promise<boolean> {
  const { userId, passwordHash, app, address } = account;
  if ("passkey" in proof) return (await usePasskey(ctx, proof.passkey)) === userId;
  if (!("password" in proof)) return app !== null && tryFactor(ctx, app, proof, address);
  if (app !== null) return false;
  return verifyPassword(proof.password, passwordHash, PASSWORD_COSTS[ctx.config.PASSWORD_HASH_COST]).matches;
}

async function tryFactor(ctx: RequestContext, app: TotpRow, factor: TypedFactor, address: string): Promise<boolean> {
  const { id, claim } = await beginTry(ctx, app.userId, address);
  return useFactor(ctx, app, factor, { id, isClaimed: (await claim).length > 0 });
}

/** Records a step-up of a session. Returns no row if the session has ended. */
function markAuthenticated(
  db: AccountsDatabase,
  user: AuthorizedUser,
  proof: Pick<typeof sessions.$inferSelect, "authenticatedAt" | "authenticatedCountry">,
) {
  const { userId, sessionId } = user.session;
  return db
    .update(sessions)
    .set(proof)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId), hasLiveSession(db, user)))
    .returning({ authenticatedAt: sessions.authenticatedAt });
}
