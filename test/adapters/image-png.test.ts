import { describe, expect, it } from "vitest";
import { createImages } from "../../src/adapters/images/images.ts";
import deepAlpha from "../../testkit/fixtures/images/deep-alpha.png?inline";
import interlacedGrey from "../../testkit/fixtures/images/interlaced-grey.png?inline";
import noted from "../../testkit/fixtures/images/noted.png?inline";
import palette from "../../testkit/fixtures/images/palette.png?inline";
import plain from "../../testkit/fixtures/images/plain.png?inline";
import { bytesOf, difference, joinBytes, pixelsOf, pngChunk, pngData, pngHeader, pngOf } from "../support/images.ts";

/** The sizes of 8-bit RGB with opacity. */
const RGBA = 6;
const row = (width: number) => 1 + width * 4;

/** Re-encodes a file that must be taken. */
async function reencoded(file: Uint8Array): Promise<Uint8Array> {
  const result = await createImages().reencode(file);
  if (result.status === "refused") throw new Error(`refused: ${result.reason}`);
  expect(result.ending).toBe("png");
  return result.bytes;
}

async function refusal(file: Uint8Array): Promise<string> {
  const result = await createImages().reencode(file);
  return result.status === "refused" ? result.reason : result.status;
}

/** The machine may be busy with something else: of a few tries the fastest tells what the work costs. */
async function timed(file: Uint8Array): Promise<{ reason: string; fastest: number }> {
  const times = [];
  let reason = "";
  for (let tries = 0; tries < 5; tries++) {
    const began = performance.now();
    reason = await refusal(file);
    times.push(performance.now() - began);
  }
  return { reason, fastest: Math.min(...times) };
}

function chunksOf(file: Uint8Array): string[] {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const types = [];
  for (let at = 8; at < file.length; at += 12 + view.getUint32(at)) {
    types.push(String.fromCharCode(...file.subarray(at + 4, at + 8)));
  }
  return types;
}

describe("a PNG", () => {
  it.each([
    ["plain", plain],
    ["with a palette of two bits", palette],
    ["in grey, interlaced", interlacedGrey],
    ["with 16 bits a sample and opacity", deepAlpha],
    ["with notes", noted],
  ])("keeps every pixel (%s)", async (_, source) => {
    const file = bytesOf(source);
    expect(difference(pixelsOf(await reencoded(file)), pixelsOf(file))).toEqual({ largest: 0, mean: 0 });
  });

  it("holds nothing but what draws it, whatever it came with", async () => {
    expect(chunksOf(bytesOf(noted))).toEqual(expect.arrayContaining(["iCCP", "tEXt", "iTXt", "eXIf"]));
    const file = await reencoded(joinBytes([bytesOf(noted), new TextEncoder().encode("<script>planted</script>")]));
    expect(chunksOf(file)).toEqual(["IHDR", "IDAT", "IEND"]);
  });

  it("keeps its transparency where that fits, and is drawn without it where it does not", async () => {
    const palette = pngChunk("PLTE", Uint8Array.of(255, 0, 0, 0, 255, 0));
    const rows = pngData(Uint8Array.of(0, 0, 1, 0, 1, 0));
    const of = (opacity: Uint8Array) => pngOf(pngHeader(2, 2, 8, 3), palette, pngChunk("tRNS", opacity), rows);
    expect(chunksOf(await reencoded(of(Uint8Array.of(0, 128))))).toEqual(["IHDR", "PLTE", "tRNS", "IDAT", "IEND"]);
    expect(chunksOf(await reencoded(of(Uint8Array.of(0, 1, 2))))).toEqual(["IHDR", "PLTE", "IDAT", "IEND"]);
  });

  it("that moves becomes the picture that stands still", async () => {
    const control = pngChunk("acTL", Uint8Array.of(0, 0, 0, 2, 0, 0, 0, 0));
    const frame = pngChunk("fdAT", new Uint8Array(4));
    const file = bytesOf(plain);
    const animated = joinBytes([file.subarray(0, 33), control, file.subarray(33, -12), frame, file.subarray(-12)]);
    expect(await reencoded(animated)).toEqual(await reencoded(file));
  });

  it("of 30,000 × 30,000 pixels is refused on its header, within 100 ms", async () => {
    const bomb = pngOf(pngHeader(30_000, 30_000, 1, 0), pngData(new Uint8Array(30_000 * 3_751)));
    const { reason, fastest } = await timed(bomb);
    expect(reason).toBe("too_many_pixels");
    expect(fastest).toBeLessThan(100);
  });

  it("whose data are more than its header says is refused at the first byte too many, within 100 ms", async () => {
    const lying = pngOf(pngHeader(100, 100, 8, RGBA), pngData(new Uint8Array(64 * 1024 * 1024)));
    const { reason, fastest } = await timed(lying);
    expect(reason).toBe("damaged");
    expect(fastest).toBeLessThan(100);
    expect(await refusal(pngOf(pngHeader(10, 10, 8, RGBA), pngData(new Uint8Array(10 * row(10) + 1))))).toBe("damaged");
  });

  it("whose data are less than its header says is refused", async () => {
    expect(await refusal(pngOf(pngHeader(10, 10, 8, RGBA), pngData(new Uint8Array(10 * row(10) - 1))))).toBe("damaged");
    expect(await refusal(pngOf(pngHeader(10, 10, 8, RGBA), pngData(new Uint8Array(9 * row(10)))))).toBe("damaged");
    expect(await refusal(pngOf(pngHeader(10, 10, 8, RGBA)))).toBe("damaged");
  });

  it("of the most pixels that are taken is taken", async () => {
    const file = pngOf(pngHeader(4_096, 4_096, 1, 0), pngData(new Uint8Array(4_096 * 513)));
    expect((await reencoded(file)).length).toBeLessThan(10_000);
    expect(await refusal(pngOf(pngHeader(4_096, 4_097, 1, 0), pngData(new Uint8Array(10))))).toBe("too_many_pixels");
    expect(await refusal(pngOf(pngHeader(4_096, 4_096, 16, RGBA), pngData(new Uint8Array(10))))).toBe(
      "too_many_pixels",
    );
  });

  it("that would become larger than is kept is refused", async () => {
    // Noise, which no compression makes smaller; stored so that only what comes out is too large.
    const noise = new Uint8Array(1_100 * row(1_100));
    for (let at = 0; at < noise.length; at += 65_536) crypto.getRandomValues(noise.subarray(at, at + 65_536));
    for (let y = 0; y < 1_100; y++) noise[y * row(1_100)] = 0;
    expect(await refusal(pngOf(pngHeader(1_100, 1_100, 8, RGBA), pngData(noise)))).toBe("too_detailed");
  });

  it.each([
    ["a header that is not the first", pngOf(pngData(new Uint8Array(5)), pngHeader(1, 1, 8, RGBA))],
    ["two headers", pngOf(pngHeader(1, 1, 8, RGBA), pngHeader(1, 1, 8, RGBA), pngData(new Uint8Array(5)))],
    ["no palette", pngOf(pngHeader(1, 1, 8, 3), pngData(new Uint8Array(2)))],
    ["a filter that there is not", pngOf(pngHeader(1, 1, 8, RGBA), pngData(Uint8Array.of(5, 0, 0, 0, 0)))],
    ["data that are not compressed", pngOf(pngHeader(1, 1, 8, RGBA), pngChunk("IDAT", new Uint8Array(20)))],
    ["no pixels", pngOf(pngHeader(0, 1, 8, RGBA), pngData(new Uint8Array(1)))],
  ])("with %s is refused as damaged", async (_, file) => {
    expect(await refusal(file)).toBe("damaged");
  });

  it("of a kind that there is not is refused", async () => {
    expect(await refusal(pngOf(pngHeader(1, 1, 3, RGBA), pngData(new Uint8Array(5))))).toBe("variant");
    expect(await refusal(pngOf(pngHeader(1, 1, 8, 5), pngData(new Uint8Array(5))))).toBe("variant");
    const rows = pngData(new Uint8Array(5));
    expect(await refusal(pngOf(pngHeader(1, 1, 8, RGBA), pngChunk("CgBI", new Uint8Array(4)), rows))).toBe("variant");
  });

  it("that was cut short or changed anywhere is refused", async () => {
    const file = await reencoded(bytesOf(plain));
    for (let length = 8; length < file.length; length += 5) {
      expect(await refusal(file.subarray(0, length))).toBe("damaged");
    }
    for (let at = 8; at < file.length - 12; at++) {
      const changed = file.slice();
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(await refusal(changed)).not.toBe("reencoded");
    }
  });
});
