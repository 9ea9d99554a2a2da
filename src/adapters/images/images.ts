import { withDeadline } from "../../kernel/deadline.ts";
import { readAtMost } from "../read-at-most.ts";
import { encodeBilevelPng } from "./bilevel-png.ts";
import { stripJpeg, stripPng } from "./metadata.ts";

/** The extension of a stored file's name: its format, known from its bytes. */
export type ImageExtension = "jpg" | "png";

/** Why a file is not accepted as an image. */
export type RefusalReason =
  /** Neither a JPEG nor a PNG by its content. Name and declared type are ignored. */
  | "not_an_image"
  /** More pixels, or a longer side, than allowed. */
  | "too_many_pixels"
  /** It cannot be decoded: cut short, or inconsistent. */
  | "damaged"
  /** Larger than `MAX_STORED_BYTES` once encoded again. */
  | "too_detailed";

export type Reencoding =
  | { status: "reencoded"; extension: ImageExtension; bytes: Uint8Array }
  | { status: "refused"; reason: RefusalReason }
  /** The image service failed or did not answer in time; the file may be fine. */
  | { status: "unavailable"; error: unknown };

/** Re-encodes uploaded images, and encodes images of codes. */
export interface Images {
  /**
   * Decodes a JPEG or PNG, recognised by its content alone, and encodes it again in the same format: upright, without
   * metadata. Format and size are checked before the file is decoded.
   */
  reencode(file: Blob): Promise<Reencoding>;
  /** See `encodeBilevelPng`. */
  bilevel(dark: readonly (readonly boolean[])[], scale: number): Uint8Array;
}

/** 4,096 × 4,096: what phones take today. */
const MAX_PIXELS = 2 ** 24;
/** The longest side that Cloudflare Images accepts, in pixels; twice the width of any screen. */
const MAX_SIDE = 12_000;
/** Twice what may be uploaded: an encoder that packs worse than the sender's stays below. */
const MAX_STORED_BYTES = 4 * 1024 * 1024;
/** Both calls and the download of the result. 12 megapixels take below a second. */
const REENCODE_WITHIN_MS = 10_000;
/** Indistinguishable from the original on a page. Every pass of JPEG loses detail. A PNG stays lossless. */
const JPEG_QUALITY = 90;

const FORMATS = [
  { extension: "jpg", mediaType: "image/jpeg", strip: stripJpeg, signature: [0xff, 0xd8, 0xff] },
  {
    extension: "png",
    mediaType: "image/png",
    strip: stripPng,
    signature: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  },
] as const;

/** Codes with which Cloudflare Images rejects a file (developers.cloudflare.com/images/reference/errors). */
const REFUSAL_CODES: Partial<Record<number, RefusalReason>> = {
  9402: "damaged",
  9412: "damaged",
  9413: "too_many_pixels",
  9416: "damaged",
  9420: "damaged",
  9516: "damaged",
  9520: "damaged",
};
/** An internal error, or a file that the decoder gave up on. Only a request with another file tells which. */
const AMBIGUOUS_CODE = 9523;
/** Error of libvips, which replaces the service in `wrangler dev` and has no error codes. */
const LOCAL_PIXEL_LIMIT = /exceeds pixel limit/;

/**
 * Decodes and encodes images with Cloudflare Images, outside the isolate, whose 128 MB never hold a decoded picture.
 * @param binding `IMAGES` of wrangler.toml; each call counts as a transformation of the account's plan
 */
export function createImages(binding: ImagesBinding, deadlineMs = REENCODE_WITHIN_MS): Images {
  return {
    bilevel: encodeBilevelPng,
    async reencode(file) {
      const format = await formatOf(file);
      if (format === undefined) return { status: "refused", reason: "not_an_image" };
      try {
        return await withDeadline(deadlineMs, () => transform(binding, file, format));
      } catch (error) {
        const reason = await refusalBehind(error, () => withDeadline(deadlineMs, () => isServing(binding)));
        return reason === null ? { status: "unavailable", error } : { status: "refused", reason };
      }
    },
  };
}

type Format = (typeof FORMATS)[number];

async function formatOf(file: Blob): Promise<Format | undefined> {
  const start = new Uint8Array(await file.slice(0, 8).arrayBuffer());
  return FORMATS.find(({ signature }) => signature.every((byte, index) => start[index] === byte));
}

/** @throws ImagesError for a file that cannot be decoded */
async function transform(
  binding: ImagesBinding,
  file: Blob,
  { extension, mediaType, strip }: Format,
): Promise<Reencoding> {
  const info = await binding.info(file.stream());
  if (info.format !== mediaType || !("width" in info)) return { status: "refused", reason: "not_an_image" };
  const { width, height } = info;
  if (Math.max(width, height) > MAX_SIDE || width * height > MAX_PIXELS) {
    return { status: "refused", reason: "too_many_pixels" };
  }
  const output = await binding
    .input(file.stream())
    .transform({ fit: "scale-down", width: MAX_SIDE, height: MAX_SIDE })
    // A quality would let the encoder reduce a PNG to a palette.
    .output({ format: mediaType, anim: false, ...(extension === "jpg" ? { quality: JPEG_QUALITY } : {}) });
  const encoded = await readAtMost(output.image(), MAX_STORED_BYTES);
  if (encoded === null) return { status: "refused", reason: "too_detailed" };
  // The service keeps the EXIF copyright tag and a PNG's resolution, and the binding has no option against it.
  const bytes = await strip(encoded);
  return { status: "reencoded", extension, bytes };
}

/** Returns why the file is rejected; null if the error is about the service. */
async function refusalBehind(error: unknown, isServing: () => Promise<boolean>): Promise<RefusalReason | null> {
  const { code = 0, message = "" } = error as Partial<ImagesError>;
  if (LOCAL_PIXEL_LIMIT.test(message)) return "too_many_pixels";
  const reason = REFUSAL_CODES[code] ?? null;
  if (reason !== null || code !== AMBIGUOUS_CODE) return reason;
  return (await isServing().catch(() => false)) ? "damaged" : null;
}

/** Whether the service reads an image that is known to be right. */
async function isServing(binding: ImagesBinding): Promise<boolean> {
  const { format } = await binding.info(new Blob([encodeBilevelPng([[true]], 1)]).stream());
  return format === "image/png";
}
