/** How a stored picture is to be turned before people see it: the eight values of EXIF 3.0, section 4.6.5 (tag 274). */
export interface Orientation {
  /** Rows become columns; done after the flips. */
  transposed: boolean;
  flippedX: boolean;
  flippedY: boolean;
}

export const UPRIGHT = 1;

const EXIF = [0x45, 0x78, 0x69, 0x66, 0, 0];
const TAG_ORIENTATION = 0x0112;
const TYPE_SHORT = 3;
const BYTES_PER_ENTRY = 12;

/** What one of the eight values means. */
export function orientationOf(value: number): Orientation {
  return {
    transposed: value >= 5,
    flippedX: [2, 3, 7, 8].includes(value),
    flippedY: [3, 4, 6, 7].includes(value),
  };
}

/**
 * The orientation in the body of an APP1 segment, 1 to 8, or null when it has none. It is the only thing that is ever
 * read of what a camera noted.
 */
export function exifOrientation(segment: Uint8Array): number | null {
  if (EXIF.some((byte, index) => segment[index] !== byte)) return null;
  const tiff = new DataView(segment.buffer, segment.byteOffset + EXIF.length, segment.byteLength - EXIF.length);
  try {
    return orientationInTiff(tiff);
  } catch (error) {
    // Past the end of the segment: notes that make no sense turn nothing.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function orientationInTiff(tiff: DataView): number | null {
  const littleEndian = tiff.getUint16(0) === 0x4949;
  if (tiff.getUint16(2, littleEndian) !== 42) return null;
  const directory = tiff.getUint32(4, littleEndian);
  const entries = tiff.getUint16(directory, littleEndian);
  for (let index = 0; index < entries; index++) {
    const entry = directory + 2 + index * BYTES_PER_ENTRY;
    if (tiff.getUint16(entry, littleEndian) !== TAG_ORIENTATION) continue;
    if (tiff.getUint16(entry + 2, littleEndian) !== TYPE_SHORT) return null;
    const value = tiff.getUint16(entry + 8, littleEndian);
    return value >= 1 && value <= 8 ? value : null;
  }
  return null;
}
