import type { Context } from "hono";
import * as z from "zod";
import type { AppEnv } from "./app-env.ts";
import type { Answer } from "./endpoint.ts";

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

/** A CSV response as a row of `endpoint()` declares it. */
export function csv(description: string): Answer & { content: { "text/csv": { schema: z.ZodString } } } {
  return { description, content: { "text/csv": { schema: z.string() } } };
}

/** Responds with a CSV download. @param file.fileName as `download` takes it */
export function csvResponse(c: Context<AppEnv>, file: { fileName: string; text: Iterable<string> }) {
  return download(c, { ...file, mediaType: "text/csv; charset=utf-8; header=present" });
}

/** Responds with a JSON download. Its content is not checked against the declared schema. @param fileName as `download` takes it */
export function jsonFile(c: Context<AppEnv>, fileName: string, text: AsyncIterable<string>): never {
  // The type of a stream says nothing about its content.
  return download(c, { fileName, mediaType: "application/json", text }) as never;
}
