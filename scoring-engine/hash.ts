/**
 * 53-bit hash of a text as an exact JavaScript number: two multiplicative hashes over its UTF-16 units (cyrb53).
 * For lookups, not for security: a caller who can choose texts can construct collisions.
 */
export function hash53(text: string): number {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    a = Math.imul(a ^ unit, 2654435761);
    b = Math.imul(b ^ unit, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return 4294967296 * (b & 0x1fffff) + (a >>> 0);
}

/** 32-bit hash of a text, enough to distinguish a few dozen. */
export function hash32(text: string): number {
  return hash53(text) % 4294967296;
}
