import { errors, type JWTPayload, jwtVerify, SignJWT } from "jose";
import type { PurposeKeys } from "./keyring.ts";

const ALGORITHM = "HS256";

/** The content of a JWT. Times are epoch seconds (RFC 7519). */
export interface JwtContent {
  audience: string;
  /** Left out where nothing reads it and the text must be short. */
  issuedAt?: number;
  expiresAt: number;
  claims: JWTPayload;
}

export type VerifiedJwt = { status: "valid"; claims: JWTPayload } | { status: "expired" } | { status: "invalid" };

/** A compact HS256 JWT. Deterministic: the same content and key give the same text. */
export function signJwt(keys: PurposeKeys, grant: JwtContent): Promise<string> {
  const jwt = new SignJWT(grant.claims)
    .setProtectedHeader({ alg: ALGORITHM })
    .setAudience(grant.audience)
    .setExpirationTime(grant.expiresAt);
  if (grant.issuedAt !== undefined) jwt.setIssuedAt(grant.issuedAt);
  return jwt.sign(keys[0]);
}

/**
 * Verifies a JWT: its signature, algorithm, audience and `exp`, and that all `requiredClaims` are there.
 * @param now epoch milliseconds
 */
export async function verifyJwt(
  keys: PurposeKeys,
  token: string,
  expected: { audience: string; requiredClaims: string[]; now: number },
): Promise<VerifiedJwt> {
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
