import type { RequestContext } from "../../context.ts";
import { notFound } from "../../kernel/errors.ts";

/** A stored image; `body` is null if the client's copy is current (304). */
export interface ServedImage {
  body: ReadableStream | null;
  mediaType: "image/jpeg" | "image/png";
  etag: string;
  bytes: number;
}

/**
 * Opens an uploaded image by its file name.
 * @param ifNoneMatch the request header
 * @throws AppError 404, 503 when the store is down
 */
export async function readImage(
  ctx: Pick<RequestContext, "imageStore">,
  file: string,
  ifNoneMatch: string | undefined,
): Promise<ServedImage> {
  const stored = await ctx.imageStore.get(file);
  if (stored === null) throw notFound();
  const { etag, bytes } = stored;
  const mediaType = file.endsWith(".png") ? "image/png" : "image/jpeg";
  if (!matches(ifNoneMatch, etag)) return { body: stored.body, mediaType, etag, bytes };
  await stored.body.cancel();
  return { body: null, mediaType, etag, bytes };
}

/** RFC 9110, section 13.1.2: weak comparison with each listed tag, or `*`. */
function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = (ifNoneMatch ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return tags.includes(etag) || tags.includes("*");
}
