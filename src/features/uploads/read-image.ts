import { notFound } from "../../kernel/errors.ts";
import type { RequestContext } from "../../request-context.ts";

/** An image on its way out; `body` is null where the client has it already. */
export interface ServedImage {
  body: ReadableStream | null;
  mediaType: "image/jpeg" | "image/png";
  etag: string;
  bytes: number;
}

/**
 * An uploaded image by its file name.
 * @param known the client's `If-None-Match`
 * @throws AppError 404, 503 when the store is down
 */
export async function readImage(
  ctx: Pick<RequestContext, "imageStore">,
  file: string,
  known: string | undefined,
): Promise<ServedImage> {
  const stored = await ctx.imageStore.get(file);
  if (stored === null) throw notFound();
  const { etag, bytes } = stored;
  const mediaType = file.endsWith(".png") ? "image/png" : "image/jpeg";
  if (!matches(known, etag)) return { body: stored.body, mediaType, etag, bytes };
  await stored.body.cancel();
  return { body: null, mediaType, etag, bytes };
}

/** RFC 9110, section 13.1.2: weak comparison with each of a list, or with anything. */
function matches(known: string | undefined, etag: string): boolean {
  const tags = (known ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return tags.includes(etag) || tags.includes("*");
}
