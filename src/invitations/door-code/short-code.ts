import { fromBase64Url, sameBytes, toBase64Url, utf8 } from "../../kernel/bytes.ts";
import { idFromBytes, idToBytes } from "../../kernel/ids.ts";
import { type PurposeKeys, reportEarlierKey } from "../../kernel/keyring.ts";

const ID_BYTES = 16;
/** The last bytes of the event's ID and of the link's: both end in random bits. */
const EVENT_BYTES = 2;
const LINK_BYTES = 3;
/** 88 bits: a forger can only try at a door that knows the scanner, once a second. */
const MAC_BYTES = 11;
const NAMED_BYTES = ID_BYTES + EVENT_BYTES + LINK_BYTES;
/** base64url of 32 bytes. */
const CODE_PATTERN = /^[A-Za-z0-9_-]{43}$/;
/** Prefix of the signed bytes, so that no other text that the key signs is a code. */
const LABEL = utf8("door code\0");

/** The guest, the event and the link that a code was made for. */
export interface NamedByCode {
  guestId: string;
  /** End of the event's ID, in hex. It distinguishes another event's code from that of a deleted guest. */
  eventEnding: string;
  /** The end of the link's ID, in hex: tells the current link from a replaced one. */
  linkEnding: string;
}

/** True if a text has the form of a short code. */
export function isShortCode(text: string): boolean {
  return CODE_PATTERN.test(text);
}

/**
 * Signs a short door code of 43 characters: base64url(guest's ID ‖ 2 bytes of the event's ‖ 3 of the link's ‖ 11 bytes of
 * HMAC-SHA-256 over them). It fits a QR code of version 4. The same guest and link give the same code.
 */
export async function signShortCode(
  keys: PurposeKeys,
  { eventId, guestId, tokenId }: { eventId: string; guestId: string; tokenId: string },
): Promise<string> {
  const code = new Uint8Array(NAMED_BYTES + MAC_BYTES);
  code.set(idToBytes(guestId), 0);
  code.set(idToBytes(eventId).subarray(-EVENT_BYTES), ID_BYTES);
  code.set(idToBytes(tokenId).subarray(-LINK_BYTES), ID_BYTES + EVENT_BYTES);
  code.set(await truncatedMac(keys[0], code.subarray(0, NAMED_BYTES)), NAMED_BYTES);
  return toBase64Url(code);
}

/** Returns what a short code names, or null for another text and for a code that none of these keys signed. */
export async function verifyShortCode(keys: PurposeKeys, text: string): Promise<NamedByCode | null> {
  const code = bytesOf(text);
  if (code === null) return null;
  for (const key of keys) {
    const mac = await truncatedMac(key, code.subarray(0, NAMED_BYTES));
    if (!sameBytes(mac, code.subarray(NAMED_BYTES))) continue;
    reportEarlierKey(key);
    return namedIn(code);
  }
  return null;
}

/**
 * Returns what a short code names without checking who signed it, or null for another text. For the `jti` of a JWT whose own
 * signature was verified.
 */
export function readShortCode(text: string): NamedByCode | null {
  const code = bytesOf(text);
  return code === null ? null : namedIn(code);
}

function bytesOf(text: string): Uint8Array | null {
  return isShortCode(text) ? fromBase64Url(text) : null;
}

function namedIn(code: Uint8Array): NamedByCode {
  return {
    guestId: idFromBytes(code.subarray(0, ID_BYTES)),
    eventEnding: code.slice(ID_BYTES, ID_BYTES + EVENT_BYTES).toHex(),
    linkEnding: code.slice(ID_BYTES + EVENT_BYTES, NAMED_BYTES).toHex(),
  };
}

async function truncatedMac(key: CryptoKey, named: Uint8Array): Promise<Uint8Array> {
  const signed = new Uint8Array(LABEL.length + named.length);
  signed.set(LABEL, 0);
  signed.set(named, LABEL.length);
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, signed)).subarray(0, MAC_BYTES);
}
