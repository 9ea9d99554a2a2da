/**
 * 53 bits of a text, as an exact JavaScript number: two multiplicative lanes over its UTF-16 units (cyrb53).
 * For finding things again, never for secrets: whoever chooses texts freely can make two that collide.
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

/** 32 bits of a text: enough to tell a few dozen things apart. */
export function hash32(text: string): number {
  return hash53(text) % 4294967296;
}
