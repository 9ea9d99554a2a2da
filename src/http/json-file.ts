import type { Context } from "hono";
import type { AppEnv } from "./app-env.ts";

/** Characters in one piece of an answer: few enough to hold, and so many that handing them on costs nothing. */
const PIECE_LENGTH = 64 * 1024;

/**
 * Answers with a JSON document to save. Its text is made while the client takes it, so that a long one is never in
 * memory as a whole; what it holds is only known to the test that reads it.
 * @param fileName ASCII letters, digits, dots and hyphens
 */
export function jsonFile(c: Context<AppEnv>, fileName: string, pieces: AsyncGenerator<string>): never {
  const headers = {
    "Content-Type": "application/json",
    "Content-Disposition": `attachment; filename="${fileName}"`,
  };
  // Of a body that is a stream the compiler cannot tell whether it is the described one.
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
        if (text.length >= PIECE_LENGTH) break;
      }
      controller.enqueue(encoder.encode(text));
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
}
