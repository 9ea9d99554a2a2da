import { SECOND_MS } from "../../kernel/clock.ts";
import type { Keyring } from "../../kernel/keyring.ts";
import { signJwt, verifyJwt } from "../../kernel/signed-jwt.ts";
import { type Caller, callerIn } from "../../platform/authorization/caller.ts";

/** Lifetime of an access token. It ends earlier with its session. */
export const ACCESS_TOKEN_TTL_SECONDS = 15 * 60;

const TOKEN_AUDIENCE = "session";

/**
 * Signs an access token: HS256 JWT, `aud: session`, 15 min. `iat` has milliseconds (RFC 7519 allows fractions), which
 * separate a token issued just before a password reset from one issued just after it.
 */
export async function signSessionToken(keyring: Keyring, { userId, issuedAt, sessionId }: Caller): Promise<string> {
  return signJwt(await keyring.keysFor("session"), {
    audience: TOKEN_AUDIENCE,
    issuedAt: issuedAt / 1000,
    expiresAt: issuedAt / 1000 + ACCESS_TOKEN_TTL_SECONDS,
    claims: { sub: userId, sid: sessionId },
  });
}

/** Returns the caller of an access token, or null for a forged or expired token, or one of another purpose. */
export async function verifySessionToken(keyring: Keyring, token: string, now: number): Promise<Caller | null> {
  const keys = await keyring.keysFor("session");
  const verified = await verifyJwt(keys, token, {
    audience: TOKEN_AUDIENCE,
    requiredClaims: ["exp", "sub", "iat", "sid"],
    now,
  });
  return verified.status === "valid" ? callerIn(verified.claims) : null;
}

/**
 * `__Host-`: browsers accept the cookie only over a secure connection, for exactly this host and all its paths. Another
 * host of the domain therefore cannot set it (RFC 6265bis, section 4.1.3.2).
 */
export const SESSION_COOKIE = "__Host-usher-session";

const COOKIE_AUDIENCE = "session_cookie";

const ATTRIBUTES = "Path=/; Secure; HttpOnly; SameSite=Strict";

/** The `Set-Cookie` header that makes a browser forget the cookie. */
export const CLEARED_SESSION_COOKIE = `${SESSION_COOKIE}=; ${ATTRIBUTES}; Max-Age=0`;

/**
 * The `Set-Cookie` header for a session: a JWT with its own key and audience, so that cookies and bearer tokens cannot
 * replace each other. The JWT names a session and is not rotated, so that tabs of one browser do not conflict.
 * @param expiresAt epoch milliseconds, not later than the session's newest refresh token
 */
export async function sessionCookie(keyring: Keyring, caller: Caller, expiresAt: number): Promise<string> {
  const value = await signJwt(await keyring.keysFor("session_cookie"), {
    audience: COOKIE_AUDIENCE,
    issuedAt: caller.issuedAt / SECOND_MS,
    expiresAt: Math.floor(expiresAt / SECOND_MS),
    claims: { sub: caller.userId, sid: caller.sessionId },
  });
  const maxAge = Math.floor((expiresAt - caller.issuedAt) / SECOND_MS);
  return `${SESSION_COOKIE}=${value}; ${ATTRIBUTES}; Max-Age=${maxAge}`;
}

/** Returns the caller of a cookie's value, or null for a forged or expired value, or one of another purpose. */
export async function verifySessionCookie(keyring: Keyring, value: string, now: number): Promise<Caller | null> {
  const expected = { audience: COOKIE_AUDIENCE, requiredClaims: ["exp", "sub", "iat", "sid"], now };
  const verified = await verifyJwt(await keyring.keysFor("session_cookie"), value, expected);
  return verified.status === "valid" ? callerIn(verified.claims) : null;
}
