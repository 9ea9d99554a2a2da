import type { passkeys } from "../../db/schema/second-factors.ts";
import { fromBase64Url, toBase64Url } from "../../kernel/bytes.ts";
import { idToBytes } from "../../kernel/ids.ts";

/** COSE algorithms (RFC 9053): ES256, EdDSA and RS256, which all platforms' authenticators have between them. */
export const ALGORITHMS = [-7, -8, -257];

/** The site of the passkeys. A browser offers them to no other site. */
export interface RelyingParty {
  /** The host name. */
  id: string;
  origin: string;
}

/** @param publicUrl the address under which people open the service */
export function relyingPartyOf(publicUrl: string): RelyingParty {
  const { hostname, origin } = new URL(publicUrl);
  return { id: hostname, origin };
}

/** The result of `toJSON()` of a browser's credential, base64url. */
interface Credential {
  id: string;
  rawId: string;
  type: "public-key";
}

/** The result of `navigator.credentials.create()`. */
export interface NewCredential extends Credential {
  response: { clientDataJSON: string; attestationObject: string; transports?: string[] | undefined };
}

/** The result of `navigator.credentials.get()`. */
export interface UsedCredential extends Credential {
  response: {
    clientDataJSON: string;
    authenticatorData: string;
    signature: string;
    userHandle?: string | null | undefined;
  };
}

/** Returns the challenge in the browser's client data, base64url; null for malformed data. */
export function challengeIn(clientDataJson: string): string | null {
  try {
    const data: unknown = JSON.parse(new TextDecoder().decode(fromBase64Url(clientDataJson) ?? undefined));
    if (typeof data !== "object" || data === null || !("challenge" in data)) return null;
    return typeof data.challenge === "string" ? data.challenge : null;
  } catch {
    return null;
  }
}

/** The stored values of a new passkey. */
export type NewPasskey = Pick<
  typeof passkeys.$inferSelect,
  "credentialId" | "publicKey" | "signCount" | "transports" | "backedUp"
>;

/** The stored values of a passkey, for verification. */
export type StoredPasskey = Pick<typeof passkeys.$inferSelect, "userId" | "credentialId" | "publicKey" | "signCount">;

/**
 * Verifies that an authenticator has made a passkey for this site, with its user verified by PIN, finger or face.
 * @param challenge the one that was issued, base64url
 * @returns null for a response that is malformed, of another site, or without user verification
 */
export async function verifyNewPasskey(
  site: RelyingParty,
  { response: { transports = [], ...response }, ...credential }: NewCredential,
  challenge: string,
): Promise<NewPasskey | null> {
  const verify = (await webauthn()).verifyRegistrationResponse;
  const verified = await verify({
    response: { ...credential, response: { ...response, transports }, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => null);
  if (!verified?.verified) return null;
  const { credential: made, credentialBackedUp } = verified.registrationInfo;
  return {
    credentialId: made.id,
    publicKey: toBase64Url(made.publicKey),
    signCount: made.counter,
    transports,
    backedUp: credentialBackedUp,
  };
}

/**
 * Verifies that the owner of a stored passkey has used it on this site, with user verification. A signature count that
 * has not grown is refused: the authenticator may have been copied (WebAuthn, section 6.1.1).
 * @returns null for a response that is malformed, of another site or passkey, or without user verification
 */
export async function verifyPasskeyUse(
  site: RelyingParty,
  passkey: StoredPasskey,
  { response: { userHandle, ...response }, ...used }: UsedCredential,
  challenge: string,
): Promise<{ signCount: number; backedUp: boolean } | null> {
  const publicKey = fromBase64Url(passkey.publicKey);
  // A discoverable passkey names its user. Rejects another user's passkey with this credential ID.
  if (publicKey === null || userHandle !== userHandleOf(passkey.userId)) return null;
  const verify = (await webauthn()).verifyAuthenticationResponse;
  const verified = await verify({
    response: { ...used, response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: true,
    credential: { id: passkey.credentialId, publicKey, counter: passkey.signCount },
  }).catch(() => null);
  if (!verified?.verified) return null;
  const { newCounter, credentialBackedUp } = verified.authenticationInfo;
  return { signCount: newCounter, backedUp: credentialBackedUp };
}

/** Returns the user as an authenticator stores it: only the ID, which reveals nothing about the person. */
export function userHandleOf(userId: string): string {
  return toBase64Url(idToBytes(userId));
}

let loaded: typeof import("@simplewebauthn/server") | undefined;

/**
 * Loads the module on first use, because its certificates and parsers take a third of the time of all other start-up.
 * Caches the module and not its promise: a promise belongs to the request that created it, and another request that
 * waits for it may hang.
 */
async function webauthn() {
  loaded ??= await import("@simplewebauthn/server");
  return loaded;
}
