/** Why a file is not taken as an image. */
export type RefusalReason =
  /** Neither a JPEG nor a PNG, whatever it is called. */
  | "not_an_image"
  /** More pixels, or longer sides, than are taken. */
  | "too_many_pixels"
  /** A kind of JPEG or PNG that browsers do not show alike, such as CMYK. */
  | "variant"
  /** It ends too early, or contradicts itself. */
  | "damaged"
  /** Encoded anew it would be larger than is kept. */
  | "too_detailed";

/** Thrown deep inside a decoder; the port turns it into a result. */
export class ImageRefused extends Error {
  override readonly name = "ImageRefused";
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason) {
    super(reason);
    this.reason = reason;
  }
}
