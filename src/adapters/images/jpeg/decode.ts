import { ImageRefused } from "../refused.ts";
import { inverseScale, toSamples } from "./dct.ts";
import { type Frame, type JpegFile, MARKER } from "./file.ts";
import { BLOCK_SAMPLES, type Plane, UNSEEN, unitsOf } from "./planes.ts";
import { decodeScan } from "./scan.ts";
import { defineHuffman, defineQuantization, type Tables } from "./tables.ts";

/**
 * Decodes a JPEG, sequential or progressive, into one plane for each component, in the resolution that it has.
 * Synchronous: a second picture cannot take memory while this one does.
 * @throws ImageRefused
 */
export function decodeJpeg(file: JpegFile): Plane[] {
  const tables: Tables = { dc: [], ac: [], quantization: [], restartInterval: 0 };
  const planes = file.frame.components.map((_, index) => emptyPlane(file.frame, index));
  for (const { marker, body, data } of file.drawing) {
    if (marker === MARKER.huffman) defineHuffman(tables, body);
    else if (marker === MARKER.quantization) defineQuantization(tables, body);
    else if (marker === MARKER.restartInterval) tables.restartInterval = ((body[0] ?? 0) << 8) | (body[1] ?? 0);
    else if (data !== null) {
      for (const plane of decodeScan(file.frame, planes, tables, body, data)) {
        const component = file.frame.components[planes.indexOf(plane)];
        // A component keeps the divisors that were in force when its first scan began.
        plane.quantization ??= tables.quantization[component?.quantization ?? 0] ?? null;
      }
    }
  }
  for (const { blocks, quantization } of planes) {
    // A component that no scan brought, or without divisors.
    if (quantization === null) throw new ImageRefused("damaged");
    const scale = inverseScale(quantization);
    for (let at = 0; at < blocks.length; at += BLOCK_SAMPLES) toSamples(blocks, at, scale);
  }
  return planes;
}

function emptyPlane(frame: Frame, index: number): Plane {
  const { across, down, hMax, vMax } = unitsOf(frame.width, frame.height, frame.components);
  const { h, v } = frame.components[index] ?? { h: 1, v: 1 };
  const [blocksAcross, blocksDown] = [across * h, down * v];
  return {
    h,
    v,
    width: Math.ceil((frame.width * h) / hMax),
    height: Math.ceil((frame.height * v) / vMax),
    blocksAcross,
    blocksDown,
    blocks: new Int16Array(blocksAcross * blocksDown * BLOCK_SAMPLES),
    missingBits: new Int8Array(BLOCK_SAMPLES).fill(UNSEEN),
    quantization: null,
  };
}
