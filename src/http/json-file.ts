import type { Context } from "hono";
import type { AppEnv } from "./app-env.ts";

/** Characters per chunk: few enough to hold in memory, enough that the cost per chunk does not matter. */
const CHUNK_LENGTH = 64 * 1024;

/**
 * Responds with a JSON download. Its text is generated while it is sent, so that a long document is never in memory as a
 * whole. Its content is not checked against the declared schema.
 * @param fileName ASCII letters, digits, dots and hyphens
 */
export function jsonFile(c: Context<AppEnv>, fileName: string, pieces: AsyncGenerator<string>): never {
  const headers = {
    "Content-Type": "application/json",
    "Content-Disposition": `attachment; filename="${fileName}"`,
  };
  // The type of a stream says nothing about its content.
  return c.body(streamOf(pieces), 200, headers) as never;
}

function streamOf(pieces: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      let text = "";
      for (let next = await pieces.next(); ; next = await pieces.next()) {
        if (next.done) {
          if (text !== "") controller.enqueue(encoder.encode(text));
          controller.close();
          return;
        }
        text += next.value;
        if (text.length >= CHUNK_LENGTH) break;
      }
      controller.enqueue(encoder.encode(text));
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
}
