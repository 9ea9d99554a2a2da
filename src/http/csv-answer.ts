import type { Context } from "hono";
import * as z from "zod";
import type { AppEnv } from "./app-env.ts";
import type { Answer } from "./endpoint.ts";

/** Characters per chunk: few enough to hold in memory, enough that the cost per chunk does not matter. */
const CHUNK_LENGTH = 64 * 1024;

/** A CSV response as a row of `endpoint()` declares it. */
export function csv(description: string): Answer & { content: { "text/csv": { schema: z.ZodString } } } {
  return { description, content: { "text/csv": { schema: z.string() } } };
}

/**
 * Responds with a CSV download. Its text is generated while it is sent, so that a long file is never in memory as a whole.
 * @param fileName ASCII letters, digits, dots and hyphens
 */
export function csvAnswer(c: Context<AppEnv>, file: { fileName: string; text: Iterable<string> }) {
  return c.body(stream(file.text), 200, {
    "Content-Type": "text/csv; charset=utf-8; header=present",
    "Content-Disposition": `attachment; filename="${file.fileName}"`,
  });
}

function stream(text: Iterable<string>): ReadableStream<Uint8Array> {
  const lines = text[Symbol.iterator]();
  const encoder = new TextEncoder();
  return new ReadableStream({
    pull(controller) {
      let piece = "";
      for (let next = lines.next(); ; next = lines.next()) {
        if (next.done) {
          if (piece !== "") controller.enqueue(encoder.encode(piece));
          controller.close();
          return;
        }
        piece += next.value;
        if (piece.length >= CHUNK_LENGTH) break;
      }
      controller.enqueue(encoder.encode(piece));
    },
  });
}
