import * as z from "zod";
import type { RequestContext } from "../../context.ts";
import type { AccountsDatabase } from "../../db/client.ts";
import { type passkeys, usedChallenges } from "../../db/schema/second-factors.ts";
import { fromBase64Url, sha256Hex, toBase64Url, utf8 } from "../../kernel/bytes.ts";
import { MINUTE_MS } from "../../kernel/clock.ts";
import { newId } from "../../kernel/ids.ts";
import { signed } from "../../platform/secrets/signed.ts";

/** Time for the user to confirm the passkey in the browser. */
export const CHALLENGE_TTL_MS = 5 * MINUTE_MS;

/** Purpose of a challenge. A challenge to add a passkey is bound to the session that asked for it. */
export type ChallengePurpose = { kind: "authentication" } | { kind: "registration"; userId: string; sessionId: string };

/** A challenge that was verified: what is stored of it once it is used, in epoch milliseconds. */
export type VerifiedChallenge = Pick<typeof usedChallenges.$inferSelect, "challengeHash" | "expiresAt">;

const bound = z.object({
  kind: z.enum(["authentication", "registration"]),
  userId: z.string().optional(),
  sessionId: z.string().optional(),
});

type Bound = z.output<typeof bound>;

const CHALLENGE = signed("passkey_challenge", bound.extend({ id: z.string() }), CHALLENGE_TTL_MS);

type Signing = Pick<RequestContext, "keyring" | "clock">;

/**
 * Returns a WebAuthn challenge in base64url. It is signed and carries its expiry, so that a request for a challenge
 * stores nothing. `used_challenges` stores the used ones.
 */
export async function issueChallenge(ctx: Signing, purpose: ChallengePurpose): Promise<string> {
  return toBase64Url(utf8(await CHALLENGE.sign(ctx, { ...purpose, id: newId(ctx.clock.now()) })));
}

/** Null for a challenge that is forged, expired, for another purpose, or of another session. No I/O. */
export async function verifyChallenge(
  ctx: Signing,
  purpose: ChallengePurpose,
  challenge: string,
): Promise<VerifiedChallenge | null> {
  const bytes = fromBase64Url(challenge);
  if (bytes === null) return null;
  const verified = await CHALLENGE.verify(ctx, new TextDecoder().decode(bytes));
  if (verified.status !== "valid") return null;
  const { content, expiresAt } = verified;
  const { kind, userId, sessionId }: Bound = purpose;
  if (content.kind !== kind || content.userId !== userId || content.sessionId !== sessionId) return null;
  return { challengeHash: await sha256Hex(challenge), expiresAt: expiresAt ?? 0 };
}

export type PasskeyRow = typeof passkeys.$inferSelect;

/** Uses a challenge up. @throws a constraint violation, which aborts the batch, when it was used before */
export function useChallenge(db: AccountsDatabase, challenge: VerifiedChallenge) {
  return db.insert(usedChallenges).values(challenge);
}
