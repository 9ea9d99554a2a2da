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
