import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { createImages } from "../../src/adapters/images/images.ts";
import arithmetic from "../../testkit/fixtures/images/arithmetic.jpg?inline";
import baseline from "../../testkit/fixtures/images/baseline.jpg?inline";
import cmyk from "../../testkit/fixtures/images/cmyk.jpg?inline";
import deepAlpha from "../../testkit/fixtures/images/deep-alpha.png?inline";
import fullColour from "../../testkit/fixtures/images/full-colour.jpg?inline";
import grey from "../../testkit/fixtures/images/grey.jpg?inline";
import interlacedGrey from "../../testkit/fixtures/images/interlaced-grey.png?inline";
import noted from "../../testkit/fixtures/images/noted.png?inline";
import palette from "../../testkit/fixtures/images/palette.png?inline";
import plain from "../../testkit/fixtures/images/plain.png?inline";
import progressive from "../../testkit/fixtures/images/progressive.jpg?inline";
import restart from "../../testkit/fixtures/images/restart-422.jpg?inline";
import rgb from "../../testkit/fixtures/images/rgb.jpg?inline";
import {
  bytesOf,
  coloursAt,
  containsText,
  difference,
  exifOrientation,
  joinBytes,
  jpegSegment,
  pixelsOf,
  pngChunk,
  pngData,
  pngHeader,
  pngOf,
  withSegments,
} from "../support/images.ts";

/** The colour type of 8-bit RGB with opacity, and the bytes of one of its rows. */
const RGBA = 6;
const rowBytes = (width: number) => 1 + width * 4;
const text = (content: string) => new TextEncoder().encode(content);

/** Re-encodes a file that must be accepted. */
async function reencoded(file: Uint8Array<ArrayBuffer>, binding: ImagesBinding = env.IMAGES): Promise<Uint8Array> {
  const result = await createImages(binding).reencode(new Blob([file]));
  if (result.status !== "reencoded") throw new Error(JSON.stringify(result));
  expect(result.extension).toBe(file[0] === 0xff ? "jpg" : "png");
  return result.bytes;
}

/** The reason of a refusal, or else the status. */
async function refusal(file: Uint8Array<ArrayBuffer>, binding = env.IMAGES, deadlineMs?: number): Promise<string> {
  const result = await createImages(binding, deadlineMs).reencode(new Blob([file]));
  return result.status === "refused" ? result.reason : result.status;
}

/** The binding with some of its methods replaced. */
function replaced(methods: Partial<ImagesBinding>): ImagesBinding {
  return {
    info: (stream) => env.IMAGES.info(stream),
    input: (stream) => env.IMAGES.input(stream),
    text: () => expect.unreachable(),
    hosted: env.IMAGES.hosted,
    ...methods,
  };
}

/** The binding where each transformation fails the test. */
const INFO_ONLY = replaced({ input: () => expect.unreachable("it is transformed") });

/** The binding where each transformation returns this stream. */
function returning(stream: () => ReadableStream<Uint8Array>): ImagesBinding {
  const transformer: ImageTransformer = {
    transform: () => transformer,
    draw: () => transformer,
    output: async () => ({ image: stream, contentType: () => "", response: () => new Response(stream()) }),
  };
  return replaced({ input: () => transformer });
}

/** An error as the binding throws it. */
function imagesError(code: number): Error {
  return Object.assign(new Error(`IMAGES_TRANSFORM_ERROR ${code}`), { code });
}

function markersOf(file: Uint8Array): number[] {
  const markers = [];
  for (let at = 2; file[at] === 0xff && file[at + 1] !== 0xda; ) {
    markers.push(file[at + 1] ?? 0);
    at += 2 + (((file[at + 2] ?? 0) << 8) | (file[at + 3] ?? 0));
  }
  return markers;
}

describe("reencoding a JPEG", () => {
  it.each([
    ["with colour at half the resolution", baseline],
    ["that comes in scans of rising detail", progressive],
    ["with restart markers and colour at half the width", restart],
    ["with full colour and Huffman tables of its own", fullColour],
    ["in grey", grey],
  ])("looks the same when encoded again: %s", async (_, source) => {
    expect(difference(pixelsOf(await reencoded(bytesOf(source))), pixelsOf(bytesOf(source))).mean).toBeLessThan(4);
  });

  it.each([
    ["as red, green and blue", rgb],
    ["with arithmetic coding", arithmetic],
  ])("shows %s the colours that browsers show", async (_, source) => {
    const pixels = pixelsOf(await reencoded(bytesOf(source)));
    const [right, bottom] = [pixels.width - 4, pixels.height - 4];
    const points = [
      [4, 4],
      [right, 4],
      [4, bottom],
      [right, bottom],
    ] as const;
    expect(coloursAt(pixels, points)).toEqual(["red", "green", "blue", "white"]);
  });

  it("converts CMYK for print to colours that every browser shows", async () => {
    expect(markersOf(await reencoded(bytesOf(cmyk)))).not.toContain(0xee);
    const { width, height } = pixelsOf(await reencoded(bytesOf(cmyk)));
    expect([width, height]).toEqual([61, 47]);
  });

  // The colours of the corners once upright: upper left, upper right, lower left, lower right.
  it.each([
    [1, ["red", "green", "blue", "white"]],
    [2, ["green", "red", "white", "blue"]],
    [3, ["white", "blue", "green", "red"]],
    [4, ["blue", "white", "red", "green"]],
    [5, ["red", "blue", "green", "white"]],
    [6, ["blue", "red", "white", "green"]],
    [7, ["white", "green", "blue", "red"]],
    [8, ["green", "white", "red", "blue"]],
  ])("rotates EXIF orientation %i upright", async (orientation, colours) => {
    const pixels = pixelsOf(await reencoded(withSegments(bytesOf(progressive), exifOrientation(orientation))));
    expect([pixels.width, pixels.height]).toEqual(orientation < 5 ? [61, 47] : [47, 61]);
    const [right, bottom] = [pixels.width - 4, pixels.height - 4];
    const points = [
      [4, 4],
      [right, 4],
      [4, bottom],
      [right, bottom],
    ] as const;
    expect(coloursAt(pixels, points)).toEqual(colours);
  });

  it("removes all metadata, also what the image service leaves", async () => {
    const marked = withSegments(
      bytesOf(baseline),
      jpegSegment(0xe1, text("Exif\0\0planted copyright")),
      jpegSegment(0xe2, text("ICC_PROFILE\0planted")),
      jpegSegment(0xed, text("Photoshop 3.0\0planted")),
      jpegSegment(0xee, text("Adobe\0d\0\0\0\0\x01")),
      jpegSegment(0xfe, text("planted")),
    );
    const file = await reencoded(
      bytesOf(baseline),
      returning(() => new Blob([marked]).stream()),
    );
    expect(containsText(file, "planted")).toBe(false);
    expect(markersOf(file)).toEqual([0xee, ...markersOf(bytesOf(baseline))]);
    expect(pixelsOf(file)).toEqual(pixelsOf(bytesOf(baseline)));
  });

  it.each([
    ["baseline", baseline],
    ["progressive", progressive],
    ["restarting", restart],
  ])("rejects a file that was cut short anywhere (%s)", async (_, source) => {
    const file = bytesOf(source);
    for (let length = 3; length < file.length - 2; length += 37) {
      expect(await refusal(file.subarray(0, length))).toBe("damaged");
    }
    // A final EOI marker does not make up for a scan that stops in the middle.
    expect(await refusal(joinBytes([file.subarray(0, file.length - 40), Uint8Array.of(0xff, 0xd9)]))).toBe("damaged");
  });

  it("rejects the size in its header before decoding", async () => {
    const file = bytesOf(baseline);
    const frame = file.findIndex((byte, at) => byte === 0xff && file[at + 1] === 0xc0);
    const sized = (width: number, height: number) => {
      const copy = file.slice();
      copy.set([height >> 8, height & 255, width >> 8, width & 255], frame + 5);
      return copy;
    };
    expect(await refusal(sized(4_097, 4_097), INFO_ONLY)).toBe("too_many_pixels");
    expect(await refusal(sized(12_001, 1), INFO_ONLY)).toBe("too_many_pixels");
    expect(await refusal(sized(65_500, 65_500), INFO_ONLY)).toBe("too_many_pixels");
    expect(await refusal(sized(0, 47), INFO_ONLY)).toBe("damaged");
  });

  it("rejects thousands of repeated scans", async () => {
    const file = bytesOf(progressive);
    const scan = file.findLastIndex((byte, at) => byte === 0xff && file[at + 1] === 0xda);
    const scans = Array.from({ length: 2_000 }, () => file.subarray(scan, -2));
    expect(await refusal(joinBytes([file.subarray(0, -2), ...scans, file.subarray(-2)]))).toBe("damaged");
  });

  it("rejects or decodes any changed byte, and never reports a failure of the service", async () => {
    const file = bytesOf(progressive);
    for (let at = 3; at < file.length; at += 11) {
      const changed = file.slice();
      changed[at] = 0x7f;
      expect(["reencoded", "damaged", "too_many_pixels"]).toContain(await refusal(changed));
    }
  });
});

describe("reencoding a PNG", () => {
  it.each([
    ["plain", plain],
    ["with a palette of two bits", palette],
    ["in grey, interlaced", interlacedGrey],
    ["with 16 bits a sample and opacity", deepAlpha],
  ])("keeps every pixel (%s)", async (_, source) => {
    const file = bytesOf(source);
    expect(difference(pixelsOf(await reencoded(file)), pixelsOf(file))).toEqual({ largest: 0, mean: 0 });
  });

  it("removes all metadata", async () => {
    expect(containsText(bytesOf(noted), "Planted")).toBe(true);
    const file = await reencoded(joinBytes([bytesOf(noted), text("<script>Planted</script>")]));
    expect(["Planted", "iCCP", "tEXt", "iTXt", "eXIf"].filter((secret) => containsText(file, secret))).toEqual([]);
  });

  it("returns the still image of an animation", async () => {
    const control = pngChunk("acTL", Uint8Array.of(0, 0, 0, 2, 0, 0, 0, 0));
    const frame = pngChunk("fdAT", new Uint8Array(4));
    const file = bytesOf(plain);
    const animated = joinBytes([file.subarray(0, 33), control, file.subarray(33, -12), frame, file.subarray(-12)]);
    expect(await reencoded(animated)).toEqual(await reencoded(file));
  });

  it("rejects the size in its header before decoding", async () => {
    const sized = (width: number, height: number) =>
      pngOf(pngHeader(width, height, 1, 0), pngData(new Uint8Array(1024 * 1024)));
    expect(await refusal(sized(30_000, 30_000), INFO_ONLY)).toBe("too_many_pixels");
    expect(await refusal(sized(4_096, 4_097), INFO_ONLY)).toBe("too_many_pixels");
    expect(await refusal(sized(12_001, 1), INFO_ONLY)).toBe("too_many_pixels");
    expect(await refusal(sized(0, 1), INFO_ONLY)).toBe("damaged");
  });

  it("accepts the maximum number of pixels", async () => {
    const file = pngOf(pngHeader(4_096, 4_096, 1, 0), pngData(new Uint8Array(4_096 * 513)));
    const { status } = await createImages(env.IMAGES).reencode(new Blob([file]));
    expect(status).toBe("reencoded");
  });

  it("decodes only the declared data when the file contains more", async () => {
    const rows = new Uint8Array(64 * 1024 * 1024);
    const { width, height } = pixelsOf(await reencoded(pngOf(pngHeader(100, 100, 8, RGBA), pngData(rows))));
    expect([width, height]).toEqual([100, 100]);
  });

  it.each([
    ["fewer rows than its header says", pngOf(pngHeader(10, 10, 8, RGBA), pngData(new Uint8Array(9 * rowBytes(10))))],
    ["no rows", pngOf(pngHeader(10, 10, 8, RGBA))],
    ["a header that is not the first", pngOf(pngData(new Uint8Array(5)), pngHeader(1, 1, 8, RGBA))],
    ["no palette", pngOf(pngHeader(1, 1, 8, 3), pngData(new Uint8Array(2)))],
    ["data that are not compressed", pngOf(pngHeader(1, 1, 8, RGBA), pngChunk("IDAT", new Uint8Array(20)))],
    ["a bit depth that there is not", pngOf(pngHeader(1, 1, 3, RGBA), pngData(new Uint8Array(5)))],
  ])("rejects as damaged a file with %s", async (_, file) => {
    expect(await refusal(file)).toBe("damaged");
  });

  it("rejects a file that was cut short anywhere in its data", async () => {
    const file = bytesOf(plain);
    for (let length = 8; length < file.length - 16; length += 11) {
      expect(await refusal(file.subarray(0, length))).toBe("damaged");
    }
  });

  it("rejects an image that becomes too large before reading all of it", async () => {
    let sent = 0;
    const endless = () =>
      new ReadableStream<Uint8Array>({
        pull(controller) {
          sent += 65_536;
          controller.enqueue(new Uint8Array(65_536));
        },
      });
    expect(await refusal(bytesOf(plain), returning(endless))).toBe("too_detailed");
    expect(sent).toBeLessThan(5 * 1024 * 1024);
  });
});

describe("image service", () => {
  it.each([
    ["names the file as the cause", 9516, "damaged"],
    ["finds it too large", 9413, "too_many_pixels"],
    ["has used up the month's transformations", 9422, "unavailable"],
    ["is too busy", 9522, "unavailable"],
  ])("determines the result when it %s", async (_, code, outcome) => {
    const failing = replaced({ info: () => Promise.reject(imagesError(code)) });
    expect(await refusal(bytesOf(plain), failing)).toBe(outcome);
  });

  it("counts as down if it fails for a known image too, and otherwise rejects the file", async () => {
    const down = replaced({ info: () => Promise.reject(imagesError(9523)) });
    expect(await refusal(bytesOf(plain), down)).toBe("unavailable");
    const rejecting = returning(() => {
      throw imagesError(9523);
    });
    expect(await refusal(bytesOf(plain), rejecting)).toBe("damaged");
  });

  it("times out when it does not respond", async () => {
    const silent = replaced({ info: () => new Promise(() => undefined) });
    expect(await refusal(bytesOf(plain), silent, 50)).toBe("unavailable");
  });

  it("stays uncalled for a file that is neither a JPEG nor a PNG", async () => {
    const unused = replaced({ info: () => expect.unreachable("it is called") });
    for (const file of ["<svg/>", "GIF89a", "RIFF\0\0\0\0WEBP", ""]) {
      expect(await refusal(joinBytes([text(file)]), unused)).toBe("not_an_image");
    }
  });
});
