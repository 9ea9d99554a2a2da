import type { Keyring } from "../../kernel/keyring.ts";
import { signJwt, verifyJwt } from "../../kernel/signed-jwt.ts";
import type { ApiKey } from "./api-key.ts";

/** Lifetime of an access token. It ends earlier with its session. */
export const ACCESS_TOKEN_TTL_SECONDS = 15 * 60;
const AUDIENCE = "session";

/** The user that a session token or an API key names. A batch has yet to confirm that the session is live; see authorization.ts. */
export interface Caller {
  userId: string;
  /** Epoch milliseconds. */
  issuedAt: number;
  /** The session, claim `sid`. Null in a token of the version before sessions had ids: valid until it expires. */
  sessionId: string | null;
  /** The API key that the request came with: then `sessionId` is its id. */
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
    claims: { sub: userId, ...sessionClaim({ sessionId }) },
  });
}

/** The caller behind an access token, or null for one that is forged, of another purpose, or expired. */
export async function verifySessionToken(keyring: Keyring, token: string, now: number): Promise<Caller | null> {
  const keys = await keyring.keysFor("session");
  const verified = await verifyJwt(keys, token, { audience: AUDIENCE, requiredClaims: ["sub", "iat"], now });
  return verified.status === "valid" ? callerIn(verified.claims) : null;
}

/** The claim that names a caller's session, for a ticket that ends with it. */
export function sessionClaim({ sessionId }: Pick<Caller, "sessionId">): { sid?: string } {
  return sessionId === null ? {} : { sid: sessionId };
}

/** The caller that the claims of a session token or of a ticket name, or null where they name none. */
export function callerIn(claims: { sub?: string; iat?: number; [claim: string]: unknown }): Caller | null {
  const { sub, iat, sid } = claims;
  if (sub === undefined || iat === undefined) return null;
  return { userId: sub, issuedAt: Math.round(iat * 1000), sessionId: typeof sid === "string" ? sid : null };
}
