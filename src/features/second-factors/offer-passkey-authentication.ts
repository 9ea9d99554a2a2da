import type { RequestContext } from "../../request-context.ts";
import { relyingPartyOf } from "./passkey-ceremony.ts";
import { CHALLENGE_TTL_MS, issueChallenge } from "./passkey-challenge.ts";

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
