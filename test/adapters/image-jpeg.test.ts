import { describe, expect, it } from "vitest";
import { createImages } from "../../src/adapters/images/images.ts";
import arithmetic from "../../testkit/fixtures/images/arithmetic.jpg?inline";
import baseline from "../../testkit/fixtures/images/baseline.jpg?inline";
import cmyk from "../../testkit/fixtures/images/cmyk.jpg?inline";
import fullColour from "../../testkit/fixtures/images/full-colour.jpg?inline";
import grey from "../../testkit/fixtures/images/grey.jpg?inline";
import progressive from "../../testkit/fixtures/images/progressive.jpg?inline";
import restart from "../../testkit/fixtures/images/restart-422.jpg?inline";
import rgb from "../../testkit/fixtures/images/rgb.jpg?inline";
import {
  bytesOf,
  coloursAt,
  difference,
  exifOrientation,
  joinBytes,
  jpegSegment,
  pixelsOf,
  withSegments,
} from "../support/images.ts";

/** Re-encodes a file that must be taken. */
async function reencoded(file: Uint8Array): Promise<Uint8Array> {
  const result = await createImages().reencode(file);
  if (result.status === "refused") throw new Error(`refused: ${result.reason}`);
  expect(result.ending).toBe("jpg");
  return result.bytes;
}

async function refusal(file: Uint8Array): Promise<string> {
  const result = await createImages().reencode(file);
  return result.status === "refused" ? result.reason : result.status;
}

/** The markers of a file up to its scan. */
function markersOf(file: Uint8Array): number[] {
  const markers = [];
  for (let at = 2; file[at] === 0xff && file[at + 1] !== 0xda; ) {
    markers.push(file[at + 1] ?? 0);
    at += 2 + (((file[at + 2] ?? 0) << 8) | (file[at + 3] ?? 0));
  }
  return markers;
}

describe("a JPEG", () => {
  it.each([
    ["with colour at half the resolution", baseline],
    ["that comes in scans of rising detail", progressive],
    ["with restart markers and colour at half the width", restart],
    ["with full colour and Huffman tables of its own", fullColour],
    ["in grey", grey],
  ])("%s looks the same when it is encoded anew", async (_, source) => {
    const { largest, mean } = difference(pixelsOf(await reencoded(bytesOf(source))), pixelsOf(bytesOf(source)));
    // Divisors and subsampling are kept, so that only clipped values at sharp edges may move.
    expect(mean).toBeLessThan(0.5);
    expect(largest).toBeLessThan(24);
  });

  it("stored as red, green and blue is shown so, though it comes out as luma and chroma", async () => {
    const pixels = pixelsOf(await reencoded(bytesOf(rgb)));
    expect(
      coloursAt(pixels, [
        [8, 8],
        [48, 8],
        [8, 40],
        [48, 40],
      ]),
    ).toEqual(["red", "green", "blue", "white"]);
  });

  it("holds nothing but what draws it, whatever it came with", async () => {
    const notes = withSegments(
      bytesOf(baseline),
      jpegSegment(0xe1, new TextEncoder().encode("http://ns.adobe.com/xap/1.0/\0planted")),
      jpegSegment(0xe2, new TextEncoder().encode("ICC_PROFILE\0planted")),
      jpegSegment(0xfe, new TextEncoder().encode("planted")),
    );
    const file = await reencoded(joinBytes([notes, new TextEncoder().encode("<script>planted</script>")]));
    // JFIF, divisors, frame, Huffman tables.
    expect(markersOf(file)).toEqual([0xe0, 0xdb, 0xdb, 0xdb, 0xc0, 0xc4, 0xc4]);
    expect([...file.subarray(-2)]).toEqual([0xff, 0xd9]);
    expect(await reencoded(bytesOf(baseline))).toEqual(file);
  });

  // Where the four colours of the stored picture are to be seen, from the upper left on, row by row.
  it.each([
    [1, ["red", "green", "blue", "white"]],
    [2, ["green", "red", "white", "blue"]],
    [3, ["white", "blue", "green", "red"]],
    [4, ["blue", "white", "red", "green"]],
    [5, ["red", "blue", "green", "white"]],
    [6, ["blue", "red", "white", "green"]],
    [7, ["white", "green", "blue", "red"]],
    [8, ["green", "white", "red", "blue"]],
  ])("that was shot with orientation %i stands upright", async (orientation, colours) => {
    for (const source of [baseline, progressive, restart, fullColour]) {
      const pixels = pixelsOf(await reencoded(withSegments(bytesOf(source), exifOrientation(orientation))));
      expect([pixels.width, pixels.height]).toEqual(orientation < 5 ? [61, 47] : [47, 61]);
      const [right, bottom] = [pixels.width - 1, pixels.height - 1];
      expect(
        coloursAt(pixels, [
          [0, 0],
          [right, 0],
          [0, bottom],
          [right, bottom],
        ]),
      ).toEqual(colours);
    }
  });

  it("keeps its upper left pixel where it is when its EXIF makes no sense", async () => {
    const upright = await reencoded(bytesOf(baseline));
    for (const value of [0, 9, 255]) {
      expect(await reencoded(withSegments(bytesOf(baseline), exifOrientation(value)))).toEqual(upright);
    }
    const cut = jpegSegment(0xe1, exifOrientation(6).subarray(4, 20));
    expect(await reencoded(withSegments(bytesOf(baseline), cut))).toEqual(upright);
  });

  it("that browsers show in different colours, or not at all, is refused", async () => {
    expect(await refusal(bytesOf(cmyk))).toBe("variant");
    expect(await refusal(bytesOf(arithmetic))).toBe("variant");
  });

  it.each([
    ["baseline", baseline],
    ["progressive", progressive],
    ["restarting", restart],
  ])("that was cut short is refused wherever the cut is (%s)", async (_, source) => {
    const file = bytesOf(source);
    const end = Uint8Array.of(0xff, 0xd9);
    for (let length = 3; length < file.length - 2; length += 7) {
      expect(await refusal(file.subarray(0, length))).toBe("damaged");
    }
    // Not even an end of its own helps a picture whose last scan stops in the middle.
    expect(await refusal(joinBytes([file.subarray(0, file.length - 40), end]))).toBe("damaged");
  });

  it("is refused for its size on the header alone, and when a few bytes promise a huge picture", async () => {
    const file = bytesOf(baseline);
    const frame = file.findIndex((byte, at) => byte === 0xff && file[at + 1] === 0xc0);
    const sized = (width: number, height: number) => {
      const copy = file.slice();
      copy.set([height >> 8, height & 255, width >> 8, width & 255], frame + 5);
      return copy;
    };
    expect(await refusal(sized(4_097, 4_097))).toBe("too_many_pixels");
    expect(await refusal(sized(12_001, 1))).toBe("too_many_pixels");
    expect(await refusal(sized(65_535, 65_535))).toBe("too_many_pixels");
    expect(await refusal(sized(4_096, 4_096))).toBe("damaged");
    expect(await refusal(sized(0, 47))).toBe("damaged");
  });

  it("that says the same in many scans, or nothing in many segments, is refused", async () => {
    const file = bytesOf(progressive);
    const scan = file.findLastIndex((byte, at) => byte === 0xff && file[at + 1] === 0xda);
    const again = joinBytes([file.subarray(0, -2), file.subarray(scan)]);
    expect(await refusal(again)).toBe("damaged");
    const empty = jpegSegment(0xe1, new Uint8Array());
    expect(await refusal(withSegments(file, ...Array.from({ length: 2_000 }, () => empty)))).toBe("variant");
  });

  it("that was damaged anywhere is refused or drawn, and never an accident", async () => {
    for (const source of [baseline, progressive, restart].map(bytesOf)) {
      for (let at = 3; at < source.length; at += 3) {
        for (const value of [0x00, 0x7f, 0xff]) {
          const damaged = source.slice();
          damaged[at] = value;
          expect(["reencoded", "damaged", "variant", "too_many_pixels"]).toContain(await refusal(damaged));
        }
      }
    }
  });
});
