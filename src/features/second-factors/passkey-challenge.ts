import { fromBase64Url, sha256Hex, toBase64Url, utf8 } from "../../kernel/bytes.ts";
import { MINUTE_MS, SECOND_MS } from "../../kernel/clock.ts";
import { newId } from "../../kernel/ids.ts";
import { signJwt, verifyJwt } from "../../kernel/signed-jwt.ts";
import type { RequestContext } from "../../request-context.ts";

/** How long a browser may ask its user for the passkey. */
export const CHALLENGE_TTL_MS = 5 * MINUTE_MS;

/** What a challenge is for. One to add a passkey is bound to the session that asked for it. */
export type ChallengePurpose = { kind: "authentication" } | { kind: "registration"; userId: string; sessionId: string };

/** A challenge that was verified: what is stored of it once it is used, in epoch milliseconds. */
export interface VerifiedChallenge {
  challengeHash: string;
  expiresAt: number;
}

type Signing = Pick<RequestContext, "keyring" | "clock">;

/**
 * A WebAuthn challenge in base64url. It is signed and carries its expiry, so that nothing is stored for a stranger who
 * only asks for one; `used_challenges` stores those that were used.
 */
export async function issueChallenge({ keyring, clock }: Signing, purpose: ChallengePurpose): Promise<string> {
  const now = clock.now();
  const jwt = await signJwt(await keyring.keysFor("passkey_challenge"), {
    audience: purpose.kind,
    expiresAt: Math.ceil((now + CHALLENGE_TTL_MS) / SECOND_MS),
    claims: { jti: newId(now), ...boundTo(purpose) },
  });
  return toBase64Url(utf8(jwt));
}

/** Null for a challenge that is forged, expired, for another purpose, or of another session. No I/O. */
export async function verifyChallenge(
  { keyring, clock }: Signing,
  purpose: ChallengePurpose,
  challenge: string,
): Promise<VerifiedChallenge | null> {
  const bytes = fromBase64Url(challenge);
  if (bytes === null) return null;
  const expected = { audience: purpose.kind, requiredClaims: ["jti"], now: clock.now() };
  const verified = await verifyJwt(
    await keyring.keysFor("passkey_challenge"),
    new TextDecoder().decode(bytes),
    expected,
  );
  if (verified.status !== "valid") return null;
  const { claims } = verified;
  const bound = boundTo(purpose);
  if (claims.sub !== bound.sub || claims.sid !== bound.sid) return null;
  return { challengeHash: await sha256Hex(challenge), expiresAt: (claims.exp ?? 0) * SECOND_MS };
}

function boundTo(purpose: ChallengePurpose): { sub?: string; sid?: string } {
  return purpose.kind === "registration" ? { sub: purpose.userId, sid: purpose.sessionId } : {};
}
