const HEX_GROUPS = [8, 12, 16, 20];

/**
 * A UUID version 7 (RFC 9562, section 5.7): 48 bits of epoch milliseconds, then 74 random bits. New rows sort last.
 * @param now epoch milliseconds
 */
export function newId(now: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  for (let index = 5, rest = now; index >= 0; index--, rest = Math.floor(rest / 256)) bytes[index] = rest % 256;
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return idFromBytes(bytes);
}

/** The smallest id of a moment: every id that was made before sorts before it. @param moment epoch milliseconds */
export function firstIdOf(moment: number): string {
  return newId(moment).replace(/^(.{13}).*$/, "$1-7000-8000-000000000000");
}

/** Ids that sort in their own order, for rows that were made at once and have an order. */
export function newIds(now: number, count: number): string[] {
  return Array.from({ length: count }, () => newId(now)).sort();
}

/** The 16 bytes behind a UUID in text form. */
export function idToBytes(id: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.fromHex(id.replaceAll("-", ""));
}

/** The text form of 16 bytes. */
export function idFromBytes(bytes: Uint8Array): string {
  const hex = bytes.toHex();
  return [0, ...HEX_GROUPS].map((start, index) => hex.slice(start, HEX_GROUPS[index] ?? 32)).join("-");
}
