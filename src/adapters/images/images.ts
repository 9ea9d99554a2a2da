import { readJpeg } from "./jpeg/file.ts";
import { reencodeJpeg } from "./jpeg/reencode.ts";
import { bilevelPng } from "./png/bilevel.ts";
import { SIGNATURE as PNG_SIGNATURE } from "./png/file.ts";
import { reencodePng } from "./png/reencode.ts";
import { ImageRefused, type RefusalReason } from "./refused.ts";

/** A file name's ending, which says what the bytes are. */
export type ImageEnding = "jpg" | "png";

export type Reencoding =
  | { status: "reencoded"; ending: ImageEnding; bytes: Uint8Array }
  | { status: "refused"; reason: RefusalReason };

/** Makes of what somebody sent a picture that is nothing but a picture, and pictures of codes. */
export interface Images {
  /**
   * Decodes a JPEG or PNG, known by its content alone, and encodes it anew: upright, with its pixels and nothing
   * else. Size and shape are checked on the header, before anything is decoded.
   */
  reencode(file: Uint8Array): Promise<Reencoding>;
  /**
   * A square of black and white as a PNG.
   * @param dark for each row of the square which of its fields are black
   * @param scale pixels a field
   */
  bilevel(dark: readonly (readonly boolean[])[], scale: number): Uint8Array;
}

const JPEG_SIGNATURE = [0xff, 0xd8, 0xff];

/**
 * Images worked on inside the isolate. A JPEG keeps its divisors and subsampling, a PNG its pixels to the bit.
 * Nothing here is a library's: the ones there are weigh 120 KB and take 24 MB a megapixel, where an isolate has 128.
 */
export function createImages(): Images {
  return {
    bilevel: bilevelPng,
    async reencode(file) {
      try {
        if (beginsWith(file, JPEG_SIGNATURE)) {
          return { status: "reencoded", ending: "jpg", bytes: reencodeJpeg(readJpeg(file)) };
        }
        if (beginsWith(file, [...PNG_SIGNATURE])) {
          return { status: "reencoded", ending: "png", bytes: await reencodePng(file) };
        }
        return { status: "refused", reason: "not_an_image" };
      } catch (error) {
        if (error instanceof ImageRefused) return { status: "refused", reason: error.reason };
        throw error;
      }
    },
  };
}

function beginsWith(file: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, index) => file[index] === byte);
}
