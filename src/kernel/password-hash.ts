import { argon2id } from "@noble/hashes/argon2.js";
import { sameBytes, utf8 } from "./bytes.ts";

/** The cost of one hash (RFC 9106, section 3.1). */
export interface PasswordCost {
  memoryKib: number;
  passes: number;
  lanes: number;
}

/** `standard` is the least that OWASP's password storage cheat sheet asks of argon2id; `test` only keeps the form. */
export const PASSWORD_COSTS = {
  standard: { memoryKib: 19_456, passes: 2, lanes: 1 },
  test: { memoryKib: 8, passes: 1, lanes: 1 },
} as const satisfies Record<string, PasswordCost>;

const SALT_BYTES = 16;
const HASH_BYTES = 32;
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

interface StoredHash {
  cost: PasswordCost;
  salt: Uint8Array;
  hash: Uint8Array;
}

/** Hashes a password under a fresh salt. @returns a PHC string: `$argon2id$v=19$m=…,t=…,p=…$salt$hash` */
export function hashPassword(password: string, cost: PasswordCost): string {
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  const parameters = `m=${cost.memoryKib},t=${cost.passes},p=${cost.lanes}`;
  return `$argon2id$v=19$${parameters}$${encode(salt)}$${encode(derive(password, salt, cost, HASH_BYTES))}`;
}

/**
 * Compares a password with a stored hash.
 * @param stored null if there is no account: a dummy hash takes the same time
 * @returns whether they match, and whether the hash was made with another cost than today's
 */
export function verifyPassword(
  password: string,
  stored: string | null,
  cost: PasswordCost,
): { matches: boolean; outdated: boolean } {
  const known = stored === null ? null : parse(stored);
  const against = known ?? { cost, salt: new Uint8Array(SALT_BYTES), hash: new Uint8Array(HASH_BYTES) };
  const same = sameBytes(derive(password, against.salt, against.cost, against.hash.length), against.hash);
  return { matches: known !== null && same, outdated: known !== null && !isSameCost(known.cost, cost) };
}

/** Composed form first (RFC 8265, section 4.2): two keyboards may spell one letter with different code points. */
function derive(password: string, salt: Uint8Array, cost: PasswordCost, length: number): Uint8Array {
  const bytes = utf8(password.normalize("NFC"));
  return argon2id(bytes, salt, { m: cost.memoryKib, t: cost.passes, p: cost.lanes, dkLen: length });
}

function parse(stored: string): StoredHash | null {
  const [, memory, passes, lanes, salt, hash] = PHC.exec(stored) ?? [];
  if (salt === undefined || hash === undefined) return null;
  const cost = { memoryKib: Number(memory), passes: Number(passes), lanes: Number(lanes) };
  return { cost, salt: Uint8Array.fromBase64(salt), hash: Uint8Array.fromBase64(hash) };
}

/** Standard base64 without padding, as the PHC string format wants it. */
function encode(bytes: Uint8Array): string {
  return bytes.toBase64({ omitPadding: true });
}

function isSameCost(one: PasswordCost, other: PasswordCost): boolean {
  return one.memoryKib === other.memoryKib && one.passes === other.passes && one.lanes === other.lanes;
}
