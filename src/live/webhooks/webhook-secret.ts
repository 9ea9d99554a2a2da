import type { RequestContext } from "../../context.ts";
import type { webhookEndpoints } from "../../db/schema/webhooks.ts";
import { utf8 } from "../../kernel/bytes.ts";
import { SECOND_MS } from "../../kernel/clock.ts";
import { decryptText, encryptText } from "../../kernel/encrypted-text.ts";

const PREFIX = "whsec_";
const SECRET_BYTES = 32;

type Keys = Pick<RequestContext, "keyring">;

/** An endpoint's secrets in their stored form. */
export type SealedSecrets = Pick<
  typeof webhookEndpoints.$inferSelect,
  "sealedSecret" | "previousSealedSecret" | "previousUntil"
> & { endpointId: string };

/** A new signing secret, `whsec_` and 32 random bytes in base64, as Standard Webhooks has it. */
export function newSecret(): string {
  return PREFIX + crypto.getRandomValues(new Uint8Array(SECRET_BYTES)).toBase64();
}

/** Encrypts a secret for storage, bound to its endpoint. */
export async function sealSecret({ keyring }: Keys, endpointId: string, secret: string): Promise<string> {
  return encryptText(await keyring.keysFor("webhook_secret"), secret, endpointId);
}

/** Returns an endpoint's secret. Null if no known platform secret decrypts it. */
export async function openSecret(
  { keyring }: Keys,
  { id, sealedSecret }: { id: string; sealedSecret: string },
): Promise<string | null> {
  return (await decryptText(await keyring.keysFor("webhook_secret"), sealedSecret, id))?.text ?? null;
}

/** Returns the stored form of a secret, encrypted with the newest key. Null if no known platform secret decrypts it. */
export async function resealed(ctx: Keys, endpointId: string, sealed: string): Promise<string | null> {
  const opened = await decryptText(await ctx.keyring.keysFor("webhook_secret"), sealed, endpointId);
  if (opened === null) return null;
  return opened.isOutdated ? sealSecret(ctx, endpointId, opened.text) : sealed;
}

/**
 * Returns the headers of a call by Standard Webhooks: base64 HMAC-SHA256 over `{id}.{timestamp}.{body}`. Signs with the
 * secret and, for one day after its rotation, with the previous secret.
 * @param now epoch milliseconds
 */
export async function signedHeaders(
  { keyring }: Keys,
  { endpointId, sealedSecret, previousSealedSecret, previousUntil }: SealedSecrets,
  { id, body, now }: { id: string; body: string; now: number },
): Promise<Record<string, string>> {
  const timestamp = String(Math.floor(now / SECOND_MS));
  const isPreviousValid = previousSealedSecret !== null && previousUntil !== null && now < previousUntil;
  const keys = await keyring.keysFor("webhook_secret");
  const signatures: string[] = [];
  for (const sealed of [sealedSecret, ...(isPreviousValid ? [previousSealedSecret] : [])]) {
    const opened = await decryptText(keys, sealed, endpointId);
    if (opened !== null) signatures.push(await signatureBy(opened.text, `${id}.${timestamp}.${body}`));
  }
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures.join(" ") };
}

async function signatureBy(secret: string, content: string): Promise<string> {
  const bytes = Uint8Array.fromBase64(secret.slice(PREFIX.length));
  const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return `v1,${new Uint8Array(await crypto.subtle.sign("HMAC", key, utf8(content))).toBase64()}`;
}
