import type { Keyring } from "../../kernel/keyring.ts";
import { signJwt, verifyJwt } from "../../kernel/signed-jwt.ts";
import type { Caller } from "../../platform/authorization/caller.ts";
import { callerIn } from "../../platform/authorization/caller.ts";

/** Lifetime of an access token. It ends earlier with its session. */
export const ACCESS_TOKEN_TTL_SECONDS = 15 * 60;
const AUDIENCE = "session";

/**
 * Signs an access token: HS256 JWT, `aud: session`, 15 min. `iat` has milliseconds (RFC 7519 allows fractions), which
 * separate a token issued just before a password reset from one issued just after it.
 */
export async function signSessionToken(keyring: Keyring, { userId, issuedAt, sessionId }: Caller): Promise<string> {
  return signJwt(await keyring.keysFor("session"), {
    audience: AUDIENCE,
    issuedAt: issuedAt / 1000,
    expiresAt: issuedAt / 1000 + ACCESS_TOKEN_TTL_SECONDS,
    claims: { sub: userId, sid: sessionId },
  });
}

/** The caller behind an access token, or null for one that is forged, of another purpose, or expired. */
export async function verifySessionToken(keyring: Keyring, token: string, now: number): Promise<Caller | null> {
  const keys = await keyring.keysFor("session");
  const verified = await verifyJwt(keys, token, {
    audience: AUDIENCE,
    requiredClaims: ["exp", "sub", "iat", "sid"],
    now,
  });
  return verified.status === "valid" ? callerIn(verified.claims) : null;
}
