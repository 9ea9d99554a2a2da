import { utf8 } from "../../kernel/bytes.ts";

/** The challenge that a code belongs to, and the link that it opens. */
export interface CodeOf {
  id: string;
  tokenId: string;
}

const CODES = 1_000_000n;

/**
 * The six digits of a challenge. They are computed from its id with a key of the service, so that no message, row or log
 * holds them: whoever sends the code computes it again.
 */
export async function codeOf(key: CryptoKey, challenge: CodeOf): Promise<string> {
  const bytes = await hmac(key, `code ${challenge.id} ${challenge.tokenId}`);
  // Of 2^64 values, so that no code is likelier than another by more than 1 in 10^13.
  const number = new DataView(bytes.buffer).getBigUint64(0) % CODES;
  return number.toString().padStart(6, "0");
}

/** What is stored of a code: an HMAC that is bound to the challenge and its link, 64 hex digits. */
export async function macOf(key: CryptoKey, challenge: CodeOf, code: string): Promise<string> {
  return (await hmac(key, `typed ${challenge.id} ${challenge.tokenId} ${code}`)).toHex();
}

async function hmac(key: CryptoKey, text: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, utf8(text)));
}
