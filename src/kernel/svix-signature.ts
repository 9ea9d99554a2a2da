import { fromBase64, utf8 } from "./bytes.ts";

/** Maximum difference of a webhook's timestamp from the clock, in seconds, against replays. */
const TOLERANCE_S = 5 * 60;

/** At most this many signatures are tried; a sender rotating its key sends two. */
const MAX_SIGNATURES = 8;

/**
 * Verifies a webhook call by the Svix scheme, which Resend uses. The signature is the base64 HMAC-SHA256 of
 * `{id}.{timestamp}.{raw body}`, keyed with the base64 part of a `whsec_…` secret. The header lists `v1,<signature>`
 * entries separated by spaces. Compared in constant time. https://docs.svix.com/receiving/verifying-payloads/how-manual
 * @param request.id the `svix-id` header (also what to remember against replays), `.timestamp` `svix-timestamp` in
 *    seconds, `.signatures` `svix-signature`; null if absent.
 * @param nowMs epoch milliseconds.
 */
export async function verifySvixSignature(
  secret: string,
  request: { id: string | null; timestamp: string | null; signatures: string | null; body: string },
  nowMs: number,
): Promise<boolean> {
  const { id, timestamp, signatures, body } = request;
  if (!id || !timestamp || !signatures || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(nowMs / 1000 - Number(timestamp)) > TOLERANCE_S) return false;
  const keyBytes = fromBase64(secret.replace(/^whsec_/, ""));
  if (keyBytes === null || keyBytes.length === 0) return false;
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", keyBytes, algorithm, false, ["verify"]);
  const signed = utf8(`${id}.${timestamp}.${body}`);
  for (const entry of signatures.split(" ").slice(0, MAX_SIGNATURES)) {
    const signature = entry.startsWith("v1,") ? fromBase64(entry.slice(3)) : null;
    if (signature !== null && (await crypto.subtle.verify("HMAC", key, signature, signed))) return true;
  }
  return false;
}
