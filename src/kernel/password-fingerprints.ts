/** In code points after NFC normalization. The list omits shorter passwords, because they are rejected anyway. */
export const MIN_PASSWORD_LENGTH = 8;

/** Of SHA-256, as a big-endian number. One of 230,000 other passwords has the fingerprint of a listed one. */
export const FINGERPRINT_BYTES = 4;

/** Whether a sorted list of fingerprints has this one. Binary search. */
export function hasFingerprint(sorted: DataView, fingerprint: number): boolean {
  let [low, high] = [0, sorted.byteLength / FINGERPRINT_BYTES];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const found = sorted.getUint32(middle * FINGERPRINT_BYTES);
    if (found === fingerprint) return true;
    if (found < fingerprint) low = middle + 1;
    else high = middle;
  }
  return false;
}
