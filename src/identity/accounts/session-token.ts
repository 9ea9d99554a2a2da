import type { Keyring } from "../../kernel/keyring.ts";
import { signJwt, verifyJwt } from "../../kernel/signed-jwt.ts";
import type { ApiKey } from "../../platform/authorization/api-key.ts";

/** Lifetime of an access token. It ends earlier with its session. */
export const ACCESS_TOKEN_TTL_SECONDS = 15 * 60;
const AUDIENCE = "session";

/**
 * The user that a session token, an API key or a door device's ticket names. A batch has yet to confirm that the session is
 * live; see authorization.ts.
 */
export interface Caller {
  userId: string;
  /** Epoch milliseconds. */
  issuedAt: number;
  /** Claim `sid`: the ID of the session, of the API key, or of a named door device, which no session ends. */
  sessionId: string;
  /** The API key of the request, if it had one. */
  apiKey?: ApiKey;
}

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

/** The caller that the claims of a session token or of a ticket name, or null where they name none. */
export function callerIn(claims: { sub?: string; iat?: number; [claim: string]: unknown }): Caller | null {
  const { sub, iat, sid } = claims;
  if (sub === undefined || iat === undefined || typeof sid !== "string") return null;
  return { userId: sub, issuedAt: Math.round(iat * 1000), sessionId: sid };
}
