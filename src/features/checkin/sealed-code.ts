import { fromBase64Url, sameBytes, toBase64Url, utf8 } from "../../kernel/bytes.ts";
import { idFromBytes, idToBytes } from "../../kernel/ids.ts";
import { noteUse, type PurposeKeys } from "../../kernel/keyring.ts";

const ID_BYTES = 16;
/** The last bytes of the event's id and of the link's: both end in random bits. */
const EVENT_BYTES = 2;
const LINK_BYTES = 3;
/** 88 bits: a forger can only try at a door that knows the scanner, once a second. */
const MAC_BYTES = 11;
const NAMED_BYTES = ID_BYTES + EVENT_BYTES + LINK_BYTES;
/** base64url of 32 bytes. */
const CODE_PATTERN = /^[A-Za-z0-9_-]{43}$/;
/** Set before what is signed, so that no other text that the key signs is a code. */
const LABEL = utf8("door code\0");

/** The guest, the event and the link that a code was made for. */
interface Sealed {
  guestId: string;
  /** The end of the event's id, in hex: tells another event's code from one of a guest who was deleted. */
  eventEnding: string;
  /** The end of the link's id, in hex: tells the current link from a replaced one. */
  linkEnding: string;
}

/** Whether a text has the form of a sealed code. */
export function isSealedCode(text: string): boolean {
  return CODE_PATTERN.test(text);
}

/**
 * Signs a door code of 43 characters: base64url(guest's id ‖ 2 bytes of the event's ‖ 3 of the link's ‖ 11 bytes of
 * HMAC-SHA-256 over them). Small enough for a QR code of version 4. The same guest and link, the same code.
 */
export async function sealCode(
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

/** What a code names, or null for a text that is not one or that none of these keys has signed. */
export async function openSealedCode(keys: PurposeKeys, text: string): Promise<Sealed | null> {
  const code = isSealedCode(text) ? fromBase64Url(text) : null;
  if (code === null) return null;
  const named = code.subarray(0, NAMED_BYTES);
  for (const key of keys) {
    if (!sameBytes(await truncatedMac(key, named), code.subarray(NAMED_BYTES))) continue;
    noteUse(key);
    return {
      guestId: idFromBytes(code.subarray(0, ID_BYTES)),
      eventEnding: code.slice(ID_BYTES, ID_BYTES + EVENT_BYTES).toHex(),
      linkEnding: code.slice(ID_BYTES + EVENT_BYTES, NAMED_BYTES).toHex(),
    };
  }
  return null;
}

async function truncatedMac(key: CryptoKey, named: Uint8Array): Promise<Uint8Array> {
  const signed = new Uint8Array(LABEL.length + named.length);
  signed.set(LABEL, 0);
  signed.set(named, LABEL.length);
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, signed)).subarray(0, MAC_BYTES);
}
