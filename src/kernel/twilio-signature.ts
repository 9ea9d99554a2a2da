/**
 * Verifies Twilio's signature of a webhook call: the base64 HMAC-SHA1, keyed with the account's auth token, of the full
 * URL and every form field's name and value, sorted by name. Compared in constant time.
 * https://www.twilio.com/docs/usage/security#validating-requests
 * @param request.url exactly as configured at the provider, with its query.
 * @param request.form the decoded form fields of the body.
 * @param request.signature the `X-Twilio-Signature` header, null when absent.
 */
export async function verifyTwilioSignature(
  authToken: string,
  request: { url: string; form: URLSearchParams; signature: string | null },
): Promise<boolean> {
  if (request.signature === null || !/^[A-Za-z0-9+/]{27}=$/.test(request.signature)) return false;
  const fields = [...request.form].sort(([a, x], [b, y]) => compare(a, b) || compare(x, y));
  // One value sent twice counts once, as in the provider's own libraries.
  const distinct = fields.filter(([name, value], at) => fields[at - 1]?.[0] !== name || fields[at - 1]?.[1] !== value);
  const signed = request.url + distinct.map(([name, value]) => name + value).join("");
  const encoder = new TextEncoder();
  const algorithm = { name: "HMAC", hash: "SHA-1" };
  const key = await crypto.subtle.importKey("raw", encoder.encode(authToken), algorithm, false, ["verify"]);
  const signature = Uint8Array.from(atob(request.signature), (char) => char.charCodeAt(0));
  return crypto.subtle.verify("HMAC", key, signature, encoder.encode(signed));
}

/** Sort by UTF-16 units, like the provider. A locale would sort differently. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
