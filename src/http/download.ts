import type { Context } from "hono";
import type { AppEnv } from "./app-env.ts";

/** Characters per chunk: few enough to hold in memory, enough that the cost per chunk does not matter. */
const CHUNK_LENGTH = 64 * 1024;

/**
 * Responds with a download. Its text is generated while it is sent, so that a long file is never in memory as a whole.
 * @param fileName ASCII letters, digits, dots and hyphens
 */
export function download(
  c: Context<AppEnv>,
  {
    fileName,
    mediaType,
    text,
  }: { fileName: string; mediaType: string; text: Iterable<string> | AsyncIterable<string> },
) {
  const chunks = chunksOf(text);
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
  return c.body(body, 200, {
    "Content-Type": mediaType,
    "Content-Disposition": `attachment; filename="${fileName}"`,
  });
}

async function* chunksOf(pieces: Iterable<string> | AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let chunk = "";
  for await (const piece of pieces) {
    chunk += piece;
    if (chunk.length < CHUNK_LENGTH) continue;
    yield encoder.encode(chunk);
    chunk = "";
  }
  if (chunk !== "") yield encoder.encode(chunk);
}
