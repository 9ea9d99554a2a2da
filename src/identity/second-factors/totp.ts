import { hmac } from "@noble/hashes/hmac.js";
import { sha1 } from "@noble/hashes/legacy.js";
import { Secret, TOTP } from "otpauth/bare";
import type { RequestContext } from "../../context.ts";
import { decryptText, encryptText } from "../../kernel/encrypted-text.ts";

/** 160 bits, as long as the HMAC's hash: what RFC 4226 (section 4) recommends. */
const SECRET_BYTES = 20;

/** Seconds of a time step, and steps to both sides that a clock may be off (RFC 6238, section 5.2). */
export const PERIOD_SECONDS = 30;

const WINDOW_STEPS = 1;

/** Parameters that every authenticator app supports. Some apps silently ignore other values. */
const PARAMETERS = {
  algorithm: "SHA1",
  digits: 6,
  period: PERIOD_SECONDS,
  // The library with all of its hash functions is three times as large.
  hmac: (_: string, key: Uint8Array, message: Uint8Array) => hmac(sha1, key, message),
} as const;

const ISSUER = "Usher";

const CODE_PATTERN = /^\d{6}$/;

/** A new secret in base32, as people type it into an authenticator app. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/**
 * The URL that authenticator apps read from a QR code.
 * @param account the label that the app shows with the codes
 */
export function otpauthUrl(secret: string, account: string): string {
  return new TOTP({ ...PARAMETERS, issuer: ISSUER, label: account, secret }).toString();
}

/** Removes the spaces with which apps show a code. */
function normalizeCode(code: string): string {
  return code.replaceAll(/\s/g, "");
}

/**
 * Returns the time step of a code: the current, previous or next one.
 * @param now epoch milliseconds
 * @returns the step, to be stored so that the code does not work twice; null for a wrong code
 */
export function stepOfCode(secret: string, code: string, now: number): number | null {
  const token = normalizeCode(code);
  if (!CODE_PATTERN.test(token)) return null;
  const step = TOTP.counter({ period: PERIOD_SECONDS, timestamp: now });
  const delta = TOTP.validate({
    ...PARAMETERS,
    token,
    secret: Secret.fromBase32(secret),
    timestamp: now,
    window: WINDOW_STEPS,
  });
  return delta === null ? null : step + delta;
}

type Keys = Pick<RequestContext, "keyring">;

/** Encrypts an authenticator app's secret for storage, bound to its user. */
export async function encryptTotpSecret({ keyring }: Keys, userId: string, secret: string): Promise<string> {
  return encryptText(await keyring.keysFor("totp_secret"), secret, userId);
}

/**
 * Returns the decrypted secret and its stored form, re-encrypted if an earlier platform secret had encrypted it.
 * @returns null if no known platform secret decrypts it: the account signs in by recovery code or passkey
 */
export async function decryptTotpSecret(
  ctx: Keys,
  { userId, sealedSecret }: { userId: string; sealedSecret: string },
): Promise<{ secret: string; sealedSecret: string } | null> {
  const opened = await decryptText(await ctx.keyring.keysFor("totp_secret"), sealedSecret, userId);
  if (opened === null) return null;
  const { text: secret, isOutdated } = opened;
  return { secret, sealedSecret: isOutdated ? await encryptTotpSecret(ctx, userId, secret) : sealedSecret };
}
