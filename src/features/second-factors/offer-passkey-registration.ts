import { AppError } from "../../kernel/errors.ts";
import type { RequestContext } from "../../request-context.ts";
import { authorizeUser } from "../accounts/authorize-user.ts";
import type { Caller } from "../accounts/session-token.ts";
import { ALGORITHMS, relyingPartyOf, userHandleOf } from "./passkey-ceremony.ts";
import { CHALLENGE_TTL_MS, issueChallenge } from "./passkey-challenge.ts";
import { listPasskeys, MAX_PASSKEYS } from "./passkey-queries.ts";
import { findAuthentication } from "./queries.ts";
import { requireStepUp } from "./require-step-up.ts";

/** A passkey is found without an address, and its user is verified. */
const SELECTION = { residentKey: "required", requireResidentKey: true, userVerification: "required" } as const;

/**
 * The options with which a browser makes a passkey. Its challenge is bound to the session, so that `addPasskey` need not
 * ask for a step-up again. Attestation is not asked for: it would say which devices a person has.
 * @throws AppError 403 `step_up_required`, 409 `passkey_limit_reached`
 */
export async function offerPasskeyRegistration(ctx: RequestContext, caller: Caller) {
  const { accountsDb: db, config } = ctx;
  const { userId, sessionId } = caller;
  const { user, authentication, passkeys } = await authorizeUser(
    ctx,
    caller,
    {},
    { authentication: findAuthentication(db, caller), passkeys: listPasskeys(db, userId) },
  );
  await requireStepUp(ctx, caller, authentication);
  if (passkeys.length >= MAX_PASSKEYS) throw new AppError("passkey_limit_reached");
  const purpose = { kind: "registration" as const, userId, sessionId };
  return {
    rp: { id: relyingPartyOf(config.PUBLIC_URL).id, name: "Usher" },
    user: { id: userHandleOf(userId), name: user.email ?? "", displayName: user.name },
    challenge: await issueChallenge(ctx, purpose),
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: "public-key" as const })),
    timeout: CHALLENGE_TTL_MS,
    excludeCredentials: passkeys.map(({ credentialId }) => ({ id: credentialId, type: "public-key" as const })),
    authenticatorSelection: SELECTION,
    attestation: "none" as const,
  };
}
