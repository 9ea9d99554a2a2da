import type { Keyring } from "../../kernel/keyring.ts";
import { signJwt, verifyJwt } from "../../kernel/signed-jwt.ts";

/** Lifetime of an access token: short, because a single one cannot be revoked, only all sessions of its account. */
export const ACCESS_TOKEN_TTL_SECONDS = 15 * 60;
const AUDIENCE = "session";

/** The user that a session token names. A batch has yet to confirm that the session is live; see authorization.ts. */
export interface Caller {
  userId: string;
  /** Epoch milliseconds. */
  issuedAt: number;
}

/**
 * Signs an access token: HS256 JWT, `aud: session`, 15 min. `iat` has milliseconds (RFC 7519 allows fractions), which
 * separate a token issued just before a password reset from one issued just after it.
 * @param issuedAt epoch milliseconds
 */
export async function signSessionToken(keyring: Keyring, userId: string, issuedAt: number): Promise<string> {
  return signJwt(await keyring.keysFor("session"), {
    audience: AUDIENCE,
    issuedAt: issuedAt / 1000,
    expiresAt: issuedAt / 1000 + ACCESS_TOKEN_TTL_SECONDS,
    claims: { sub: userId },
  });
}

/** The caller behind an access token, or null for one that is forged, of another purpose, or expired. */
export async function verifySessionToken(keyring: Keyring, token: string, now: number): Promise<Caller | null> {
  const keys = await keyring.keysFor("session");
  const verified = await verifyJwt(keys, token, { audience: AUDIENCE, requiredClaims: ["sub", "iat"], now });
  if (verified.status !== "valid") return null;
  const { sub, iat } = verified.claims;
  if (sub === undefined || iat === undefined) return null;
  return { userId: sub, issuedAt: Math.round(iat * 1000) };
}
