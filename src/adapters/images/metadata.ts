/** Markers of ITU-T T.81, table B.1. */
const START_OF_SCAN = 0xda;
const COMMENT = 0xfe;
const [APP0_JFIF, APP14_ADOBE, APP15] = [0xe0, 0xee, 0xef];
const PNG_SIGNATURE_BYTES = 8;
/** Length, type and CRC around the body of a PNG chunk. */
const CHUNK_FRAME_BYTES = 12;

/**
 * Returns a JPEG without EXIF, XMP, ICC profile, IPTC and comments. Removes every APPn and COM segment before its first
 * scan, except JFIF's and Adobe's, which has the colour transform.
 * @throws Error for a file whose segments do not lead to a scan
 */
export async function stripJpeg(file: Uint8Array): Promise<Uint8Array> {
  const kept = [file.subarray(0, 2)];
  let at = 2;
  while (file[at] === 0xff && file[at + 1] !== START_OF_SCAN) {
    const end = at + 2 + (((file[at + 2] ?? 0) << 8) | (file[at + 3] ?? 0));
    if (!isMetadata(file[at + 1] ?? 0)) kept.push(file.subarray(at, end));
    at = end;
  }
  if (file[at] !== 0xff) throw new Error("a JPEG without a scan");
  return new Blob([...kept, file.subarray(at)]).bytes();
}

function isMetadata(marker: number): boolean {
  if (marker === APP0_JFIF || marker === APP14_ADOBE) return false;
  return marker === COMMENT || (marker > APP0_JFIF && marker <= APP15);
}

/** A PNG with nothing but its critical chunks, whose types begin with a capital, and the transparency of its colours. */
export async function stripPng(file: Uint8Array): Promise<Uint8Array> {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const kept = [file.subarray(0, PNG_SIGNATURE_BYTES)];
  for (let at = PNG_SIGNATURE_BYTES; at + CHUNK_FRAME_BYTES <= file.length; ) {
    const end = at + CHUNK_FRAME_BYTES + view.getUint32(at);
    const type = String.fromCharCode(...file.subarray(at + 4, at + 8));
    if (/^[A-Z]|^tRNS$/.test(type)) kept.push(file.subarray(at, end));
    at = end;
  }
  return new Blob(kept).bytes();
}
