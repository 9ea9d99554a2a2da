const encoder = new TextEncoder();

/** UTF-8. */
export function utf8(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text) as Uint8Array<ArrayBuffer>;
}

/** base64url without padding (RFC 4648, section 5). */
export function toBase64Url(bytes: Uint8Array): string {
  return bytes.toBase64({ alphabet: "base64url", omitPadding: true });
}

/** Without padding, and without the white space that decoders skip. */
const UNPADDED = /^[A-Za-z0-9_-]*$/;

/** The bytes, or null for anything that is not canonical unpadded base64url. */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | null {
  if (!UNPADDED.test(text)) return null;
  // `strict` rejects bits after the last byte, and takes a last chunk only with its padding.
  const padded = text.padEnd(Math.ceil(text.length / 4) * 4, "=");
  return fromBase64(padded, { alphabet: "base64url", lastChunkHandling: "strict" });
}

/** The bytes, or null for anything that is not base64. */
export function fromBase64(text: string, options: FromBase64Options = {}): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.fromBase64(text, options);
  } catch {
    return null;
  }
}

type FromBase64Options = NonNullable<Parameters<typeof Uint8Array.fromBase64>[1]>;

/** SHA-256 as 64 lower-case hex digits: how secrets are stored that are only compared. */
export async function sha256Hex(text: string): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", utf8(text))).toHex();
}

/** Whether two byte strings are equal, in constant time. */
export function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  let difference = one.length ^ other.length;
  for (let index = 0; index < one.length; index++) difference |= (one[index] ?? 0) ^ (other[index] ?? 0);
  return difference === 0;
}
