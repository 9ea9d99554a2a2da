import type { RequestContext } from "../../context.ts";
import type { RequestFacts } from "../../http/request-facts.ts";
import { AppError } from "../../kernel/errors.ts";
import type { Credentials } from "../accounts/credentials.ts";
import { findAccountById } from "../accounts/queries.ts";
import { startSession } from "../accounts/start-session.ts";
import { relyingPartyOf, type UsedCredential } from "./passkey-ceremony.ts";
import { CHALLENGE_TTL_MS, issueChallenge } from "./passkey-challenge.ts";
import { usePasskey } from "./use-passkey.ts";

/**
 * Signs a user in by a passkey. A passkey is two factors, the device and its unlocking, so no code is required. An
 * account that wrong passwords have locked also signs in, and its password stays locked.
 * @throws AppError 401 `invalid_passkey`, for every reason
 */
export async function logInWithPasskey(
  ctx: RequestContext,
  credential: UsedCredential,
  facts: RequestFacts,
): Promise<Credentials> {
  const userId = await usePasskey(ctx, credential);
  const [account] = userId === null ? [] : await findAccountById(ctx.accountsDb, userId);
  if (account === undefined) throw new AppError("passkey_refused");
  return startSession(ctx, account, { method: "passkey", facts });
}

/**
 * The options with which a browser uses a passkey, for a sign-in or a step-up. They name no passkey: the browser offers
 * those that it has for this site, so the response says nothing about any account. No I/O.
 */
export async function offerPasskeyAuthentication(ctx: RequestContext) {
  return {
    challenge: await issueChallenge(ctx, { kind: "authentication" }),
    rpId: relyingPartyOf(ctx.config.PUBLIC_URL).id,
    timeout: CHALLENGE_TTL_MS,
    allowCredentials: [],
    userVerification: "required" as const,
  };
}
