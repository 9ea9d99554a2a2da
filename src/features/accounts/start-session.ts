import { runBatch } from "../../db/batch.ts";
import type { RequestFacts } from "../../http/request-facts.ts";
import { AppError } from "../../kernel/errors.ts";
import type { RequestContext } from "../../request-context.ts";
import { type Credentials, credentialsOf, newRefreshToken } from "./credentials.ts";
import { deviceOf, placeOf } from "./device.ts";
import { type Account, recordLogin } from "./queries.ts";
import { insertFirstRefreshToken } from "./refresh-token-queries.ts";
import { insertSession, type SessionMethod } from "./session-queries.ts";

/** How a user has signed in. */
export interface SignIn {
  method: SessionMethod;
  /** The password's hash where it was computed anew with a higher cost; left out, the stored one stays. */
  passwordHash?: string | undefined;
  /** The request, for the list of the user's sessions. */
  facts: RequestFacts;
}

/**
 * Starts a session, and resets the count of failed sign-ins, in one batch: if the account is as `findAccount` read it,
 * neither locked since nor with another password. Whether a locked or unverified account may sign in is for the caller
 * to decide, by the method.
 * @throws AppError 401 `invalid_credentials` when the account has changed since it was read
 */
export async function startSession(ctx: RequestContext, account: Account, signIn: SignIn): Promise<Credentials> {
  const { accountsDb: db, clock, keyring } = ctx;
  const now = clock.now();
  // `sessionsValidFrom` may come from a machine whose clock is ahead; an earlier session would be refused.
  const createdAt = Math.max(now, account.sessionsValidFrom);
  const token = await newRefreshToken(keyring, { userId: account.id, createdAt });
  const session = {
    id: token.familyId,
    userId: account.id,
    method: signIn.method,
    authenticatedAt: now,
    device: deviceOf(signIn.facts.userAgent),
    place: placeOf(signIn.facts),
    createdAt,
    lastUsedAt: createdAt,
    expiresAt: token.expiresAt,
  };
  const { started } = await runBatch(db, {
    started: insertFirstRefreshToken(db, token, account),
    session: insertSession(db, session),
    recorded: recordLogin(db, account, { passwordHash: signIn.passwordHash ?? account.passwordHash, now }),
  });
  if (started[0] === undefined) throw new AppError("invalid_credentials");
  return credentialsOf(keyring, token);
}
