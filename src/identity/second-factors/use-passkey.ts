import { and, eq, exists, isNull, lt, or, sql } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import { runBatch } from "../../db/batch.ts";
import type { AccountsDatabase } from "../../db/client.ts";
import { isConstraintViolation } from "../../db/failures.ts";
import { one } from "../../db/one.ts";
import { users } from "../../db/schema/accounts.ts";
import { passkeys } from "../../db/schema/second-factors.ts";
import { placeOfRequest } from "../accounts/log-change.ts";
import { challengeIn, relyingPartyOf, type UsedCredential, verifyPasskeyUse } from "./passkey-ceremony.ts";
import { useChallenge, verifyChallenge } from "./passkey-challenge.ts";

/**
 * Checks a browser's response to `offerPasskeyAuthentication` and uses up its challenge. Of parallel requests with the
 * same response, one succeeds.
 * @returns the ID of the user who owns the passkey; null for a malformed response, another site, a missing user
 *    verification, an old or used challenge, an unknown passkey, or an older signature count (a copy)
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
      used: one(
        markPasskeyUsed(db, passkey.passkeyId, {
          ...use,
          lastUsedAt: clock.now(),
          lastUsedPlace: placeOfRequest(ctx),
        }),
      ),
    });
    return used === undefined ? null : passkey.userId;
  } catch (error) {
    if (isConstraintViolation(error)) return null;
    throw error;
  }
}

/** A live account's passkey by the ID that the authenticator gave it, with what a sign-in is decided on. */
function findPasskey(db: AccountsDatabase, credentialId: string) {
  return db
    .select({
      passkeyId: passkeys.id,
      userId: passkeys.userId,
      credentialId: passkeys.credentialId,
      publicKey: passkeys.publicKey,
      signCount: passkeys.signCount,
    })
    .from(passkeys)
    .innerJoin(users, and(eq(users.id, passkeys.userId), isNull(users.deletedAt)))
    .where(eq(passkeys.credentialId, credentialId))
    .limit(1);
}

/** Records a use. Returns no row if the passkey no longer exists, or a parallel use had the same signature count. */
function markPasskeyUsed(
  db: AccountsDatabase,
  passkeyId: string,
  use: { signCount: number; backedUp: boolean; lastUsedAt: number; lastUsedPlace: string | null },
) {
  const hasGrown = or(lt(passkeys.signCount, use.signCount), and(eq(passkeys.signCount, 0), sql`${use.signCount} = 0`));
  return db
    .update(passkeys)
    .set(use)
    .where(and(eq(passkeys.id, passkeyId), hasGrown, exists(liveOwner(db))))
    .returning({ id: passkeys.id });
}

function liveOwner(db: AccountsDatabase) {
  return db
    .select({ one: sql`1` })
    .from(users)
    .where(and(eq(users.id, passkeys.userId), isNull(users.deletedAt)));
}
