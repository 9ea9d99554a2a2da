import { utf8 } from "./bytes.ts";

/** The polynomial of IEEE 802.3, reversed. */
const POLYNOMIAL = 0xedb88320;

/** The CRC-32 of PNG, ZIP and gzip, bit by bit: for a few KiB. */
export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ POLYNOMIAL : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

/** The prefix of every key, by which secret scanners find leaked keys. */
const PREFIX = "usk_";

const RANDOM_LENGTH = 32;

const CHECKSUM_LENGTH = 6;

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Bytes from here on would make the first characters of the alphabet likelier. */
const UNBIASED_BELOW = 256 - (256 % ALPHABET.length);

const FORMAT = new RegExp(`^${PREFIX}([0-9A-Za-z]{${RANDOM_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`);

/** The prefix and 8 more characters distinguish a person's keys, without making them easier to guess. */
const SHOWN_LENGTH = PREFIX.length + 8;

/** A new API key: `usk_`, 32 random characters (190 bits), and the checksum of these in 6 characters. */
export function newApiKey(): string {
  let random = "";
  while (random.length < RANDOM_LENGTH) {
    const bytes = crypto.getRandomValues(new Uint8Array(RANDOM_LENGTH));
    for (const byte of bytes) if (byte < UNBIASED_BELOW) random += ALPHABET[byte % ALPHABET.length];
  }
  const exact = random.slice(0, RANDOM_LENGTH);
  return PREFIX + exact + checksumOf(exact);
}

/** Whether a bearer means to be an API key, well-formed or not. */
export function looksLikeApiKey(text: string): boolean {
  return text.startsWith(PREFIX);
}

/** Whether a text has the format of an API key and the right checksum: a typo or an invented key needs no lookup. */
export function isWellFormedApiKey(text: string): boolean {
  const [, random, checksum] = FORMAT.exec(text) ?? [];
  return random !== undefined && checksum === checksumOf(random);
}

/** The beginning of a key, which is stored and shown. */
export function shownPrefix(key: string): string {
  return key.slice(0, SHOWN_LENGTH);
}

/** CRC-32 in base 62, most significant digit first, padded with `0`. */
function checksumOf(random: string): string {
  let digits = "";
  for (let rest = crc32(utf8(random)); digits.length < CHECKSUM_LENGTH; rest = Math.floor(rest / ALPHABET.length)) {
    digits = ALPHABET[rest % ALPHABET.length] + digits;
  }
  return digits;
}
