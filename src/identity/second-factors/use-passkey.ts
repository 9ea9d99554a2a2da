import type { RequestContext } from "../../context.ts";
import { runBatch } from "../../db/batch.ts";
import { isConstraintViolation } from "../../db/failures.ts";
import { placeOfRequest } from "../accounts/log-change.ts";
import { challengeIn, relyingPartyOf, type UsedCredential, verifyPasskeyUse } from "./passkey-ceremony.ts";
import { verifyChallenge } from "./passkey-challenge.ts";
import { findPasskey, markPasskeyUsed, useChallenge } from "./passkey-queries.ts";

/**
 * Checks a browser's answer to `offerPasskeyAuthentication`, and uses its challenge up: of parallel requests with the same
 * answer, one succeeds.
 * @returns the id of the user whose passkey it is; null for an answer that is malformed, of another site, without user
 *   verification, to an old or used challenge, by an unknown passkey, or by a copy with an older signature count
 */
export async function usePasskey(ctx: RequestContext, credential: UsedCredential): Promise<string | null> {
  const { accountsDb: db, clock, config } = ctx;
  const answered = challengeIn(credential.response.clientDataJSON) ?? "";
  const challenge = await verifyChallenge(ctx, { kind: "authentication" }, answered);
  if (challenge === null) return null;
  const [passkey] = await findPasskey(db, credential.id);
  if (passkey === undefined) return null;
  const use = await verifyPasskeyUse(relyingPartyOf(config.PUBLIC_URL), passkey, credential, answered);
  if (use === null) return null;
  try {
    const { used } = await runBatch(db, {
      challenge: useChallenge(db, challenge),
      used: markPasskeyUsed(db, passkey.passkeyId, {
        ...use,
        lastUsedAt: clock.now(),
        lastUsedPlace: placeOfRequest(ctx),
      }),
    });
    return used[0] === undefined ? null : passkey.userId;
  } catch (error) {
    if (isConstraintViolation(error)) return null;
    throw error;
  }
}
