import { decodeProtectedHeader, errors, type JWTPayload, jwtVerify, SignJWT } from "jose";
import { BoundedMap } from "./bounded-map.ts";
import { keyIdOf, type PurposeKeys, reportEarlierKey } from "./keyring.ts";

const ALGORITHM = "HS256";
/** Maximum cached JWTs per key, about a kilobyte each. Other JWTs are verified again. */
const MAX_KNOWN = 1_000;

/**
 * JWTs whose signature an isolate has verified, with their claims, by the key. A phone at the door and a host's browser
 * send the same one with every request, and verifying it takes a tenth of a check-in's processor time.
 */
const VERIFIED = new WeakMap<CryptoKey, BoundedMap<string, Readonly<JWTPayload>>>();

/** The content of a JWT. Times are epoch seconds (RFC 7519). */
export interface JwtContent {
  audience: string;
  /** Omitted if the JWT must be short. */
  issuedAt?: number;
  /** Left out for a link that does not expire. */
  expiresAt?: number;
  claims: JWTPayload;
}

export type VerifiedJwt =
  | { status: "valid"; claims: Readonly<JWTPayload> }
  | { status: "expired" }
  | { status: "invalid" };

/** A compact HS256 JWT with `kid`. Deterministic: the same content and key give the same text. */
export async function signJwt(keys: PurposeKeys, grant: JwtContent): Promise<string> {
  const jwt = new SignJWT(grant.claims)
    .setProtectedHeader({ alg: ALGORITHM, kid: await keyIdOf(keys[0]) })
    .setAudience(grant.audience);
  if (grant.expiresAt !== undefined) jwt.setExpirationTime(grant.expiresAt);
  if (grant.issuedAt !== undefined) jwt.setIssuedAt(grant.issuedAt);
  return jwt.sign(keys[0]);
}

/**
 * Verifies a JWT: its signature, algorithm, audience and `exp`, and the presence of all `requiredClaims`. A JWT that
 * must expire requires `exp`. `kid` only chooses which of the keys is tried.
 * @param expected.now epoch milliseconds. Null: accept a JWT whose `exp` is past, for a caller that decides by
 * something else
 */
export async function verifyJwt(
  keys: PurposeKeys,
  token: string,
  expected: { audience: string; requiredClaims: string[]; now: number | null },
): Promise<VerifiedJwt> {
  // No `exp` is before 1970.
  const now = expected.now ?? 0;
  for (const key of keys) {
    const known = VERIFIED.get(key)?.get(token);
    if (known === undefined || !isAsExpected(known, expected)) continue;
    reportEarlierKey(key);
    return (known.exp ?? Number.POSITIVE_INFINITY) * 1000 > now
      ? { status: "valid", claims: known }
      : { status: "expired" };
  }
  for (const key of await keysNamedIn(token, keys)) {
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: [ALGORITHM],
        audience: expected.audience,
        requiredClaims: expected.requiredClaims,
        currentDate: new Date(now),
      });
      reportEarlierKey(key);
      remember(key, token, payload);
      return { status: "valid", claims: payload };
    } catch (error) {
      if (error instanceof errors.JWTExpired) return { status: "expired" };
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) return { status: "invalid" };
    }
  }
  return { status: "invalid" };
}

function remember(key: CryptoKey, token: string, claims: JWTPayload): void {
  const known = VERIFIED.get(key) ?? new BoundedMap(MAX_KNOWN);
  VERIFIED.set(key, known);
  known.set(token, Object.freeze(claims));
}

/** True if cached claims have this audience and the required claims. */
function isAsExpected(
  claims: JWTPayload,
  { audience, requiredClaims }: { audience: string; requiredClaims: string[] },
) {
  return claims.aud === audience && requiredClaims.every((name) => name in claims);
}

async function keysNamedIn(token: string, keys: PurposeKeys): Promise<readonly CryptoKey[]> {
  if (keys.length === 1) return keys;
  const kid = kidOf(token);
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
