import type { webhooks } from "./schema.ts";

/** The payload of a webhook request; `type` distinguishes the variants. */
export type WebhookEvent = webhooks[keyof webhooks]["post"]["requestBody"]["content"]["application/json"];

/** How far a webhook's time may be from now: older ones could be repetitions of a recorded request. Seconds. */
const TOLERANCE_SECONDS = 300;
const PREFIX = "whsec_";

/** A webhook whose signature is missing or wrong, or whose time is too far from now. Answer it with 400. */
export class WebhookVerificationError extends Error {
  override readonly name = "WebhookVerificationError";
}

/** The headers of a request, as any server has them. */
type WebhookHeaders = Headers | Record<string, string | string[] | undefined>;

/**
 * Verifies a webhook by the Standard Webhooks specification, and returns its payload.
 * @param secret of the webhook endpoint, `whsec_…`
 * @param body exactly as it was received: parsing and formatting it again changes the signature
 * @throws WebhookVerificationError
 */
export async function verifyWebhook(secret: string, headers: WebhookHeaders, body: string): Promise<WebhookEvent> {
  const [id, timestamp, signatures] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) =>
    headerOf(headers, name),
  );
  if (!id || !timestamp || !signatures) throw new WebhookVerificationError("The webhook has no signature.");
  const ageSeconds = Math.abs(Date.now() / 1_000 - Number(timestamp));
  // Not a number is not within it, either.
  if (!(ageSeconds <= TOLERANCE_SECONDS)) throw new WebhookVerificationError("The webhook's time is too far from now.");
  const key = await crypto.subtle.importKey(
    "raw",
    bytesOf(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["verify"],
  );
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  // Several while a secret is replaced.
  for (const signature of signatures.split(" ")) {
    const [version, value = ""] = signature.split(",");
    if (version === "v1" && (await crypto.subtle.verify("HMAC", key, bytesOf(value), signed))) return JSON.parse(body);
  }
  throw new WebhookVerificationError("The webhook's signature is wrong.");
}

function headerOf(headers: WebhookHeaders, name: string): string | null {
  if (headers instanceof Headers) return headers.get(name);
  const value = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return (Array.isArray(value) ? value[0] : value) ?? null;
}

/** Returns the bytes of base64, or none for other text, which then verifies nothing. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
