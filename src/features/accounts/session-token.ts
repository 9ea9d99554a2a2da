import type { Keyring } from "../../kernel/keyring.ts";
import { openJwt, signJwt } from "../../kernel/signed-jwt.ts";

/** An access token's life: short, because a stolen one cannot be taken back before its account is. */
export const ACCESS_TOKEN_SECONDS = 15 * 60;
const AUDIENCE = "session";

/** The user that a session token names. Whether the session is still alive is for a batch to confirm; see authorization.ts. */
export interface Caller {
  userId: string;
  /** Epoch milliseconds. */
  issuedAt: number;
}

/**
 * An access token: HS256 JWT, `aud: session`, 15 min. `iat` keeps the milliseconds (RFC 7519 allows a fraction), so
 * that a token issued in the second of a password reset is told from one issued after it.
 * @param issuedAt epoch milliseconds
 */
export async function issueSession(keyring: Keyring, userId: string, issuedAt: number): Promise<string> {
  return signJwt(await keyring.keysFor("session"), {
    audience: AUDIENCE,
    issuedAt: issuedAt / 1000,
    expiresAt: issuedAt / 1000 + ACCESS_TOKEN_SECONDS,
    claims: { sub: userId },
  });
}

/** The caller behind an access token, or null for one that is forged, of another purpose, or expired. */
export async function openSession(keyring: Keyring, token: string, now: number): Promise<Caller | null> {
  const keys = await keyring.keysFor("session");
  const opened = await openJwt(keys, token, { audience: AUDIENCE, requiredClaims: ["sub", "iat"], now });
  if (opened.status !== "valid") return null;
  const { sub, iat } = opened.claims;
  if (sub === undefined || iat === undefined) return null;
  return { userId: sub, issuedAt: Math.round(iat * 1000) };
}
