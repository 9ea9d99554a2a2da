import { decodeProtectedHeader, errors, type JWTPayload, jwtVerify, SignJWT } from "jose";
import { keyIdOf } from "./key-id.ts";
import { noteUse, type PurposeKeys } from "./keyring.ts";

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

/** A compact HS256 JWT with `kid`. Deterministic: the same content and key give the same text. */
export async function signJwt(keys: PurposeKeys, grant: JwtContent): Promise<string> {
  const jwt = new SignJWT(grant.claims)
    .setProtectedHeader({ alg: ALGORITHM, kid: await keyIdOf(keys[0]) })
    .setAudience(grant.audience)
    .setExpirationTime(grant.expiresAt);
  if (grant.issuedAt !== undefined) jwt.setIssuedAt(grant.issuedAt);
  return jwt.sign(keys[0]);
}

/**
 * Verifies a JWT: its signature, algorithm, audience and `exp`, and that all `requiredClaims` are there. `kid` only
 * chooses which of the keys is tried; without it, as in a JWT of an earlier version, each is.
 * @param now epoch milliseconds
 */
export async function verifyJwt(
  keys: PurposeKeys,
  token: string,
  expected: { audience: string; requiredClaims: string[]; now: number },
): Promise<VerifiedJwt> {
  for (const key of await keysNamedIn(token, keys)) {
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: [ALGORITHM],
        audience: expected.audience,
        requiredClaims: ["exp", ...expected.requiredClaims],
        currentDate: new Date(expected.now),
      });
      noteUse(key);
      return { status: "valid", claims: payload };
    } catch (error) {
      if (error instanceof errors.JWTExpired) return { status: "expired" };
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) return { status: "invalid" };
    }
  }
  return { status: "invalid" };
}

async function keysNamedIn(token: string, keys: PurposeKeys): Promise<readonly CryptoKey[]> {
  if (keys.length === 1) return keys;
  const kid = kidOf(token);
  if (kid === undefined) return keys;
  const ids = await Promise.all(keys.map(keyIdOf));
  return keys.filter((_, index) => ids[index] === kid);
}

function kidOf(token: string): string | undefined {
  try {
    return decodeProtectedHeader(token).kid;
  } catch {
    return undefined;
  }
}
