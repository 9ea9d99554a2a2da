import { errors, type JWTPayload, jwtVerify, SignJWT } from "jose";
import type { PurposeKeys } from "./keyring.ts";

const ALGORITHM = "HS256";

/** What a JWT says beside its audience and its life. Times are epoch seconds, as RFC 7519 has them. */
export interface JwtGrant {
  audience: string;
  /** Left out where nothing asks for it and the text must stay short. */
  issuedAt?: number;
  expiresAt: number;
  claims: JWTPayload;
}

export type OpenedJwt = { status: "valid"; claims: JWTPayload } | { status: "expired" } | { status: "invalid" };

/** A compact HS256 JWT. The same grant signed twice by the same key is the same text. */
export function signJwt(keys: PurposeKeys, grant: JwtGrant): Promise<string> {
  const jwt = new SignJWT(grant.claims)
    .setProtectedHeader({ alg: ALGORITHM })
    .setAudience(grant.audience)
    .setExpirationTime(grant.expiresAt);
  if (grant.issuedAt !== undefined) jwt.setIssuedAt(grant.issuedAt);
  return jwt.sign(keys[0]);
}

/**
 * Opens a JWT: algorithm, audience, `exp` and every claim in `requiredClaims` must be right.
 * @param now epoch milliseconds
 */
export async function openJwt(
  keys: PurposeKeys,
  token: string,
  expected: { audience: string; requiredClaims: string[]; now: number },
): Promise<OpenedJwt> {
  for (const key of keys) {
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: [ALGORITHM],
        audience: expected.audience,
        requiredClaims: ["exp", ...expected.requiredClaims],
        currentDate: new Date(expected.now),
      });
      return { status: "valid", claims: payload };
    } catch (error) {
      if (error instanceof errors.JWTExpired) return { status: "expired" };
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) return { status: "invalid" };
    }
  }
  return { status: "invalid" };
}
