import type { Context } from "hono";
import * as z from "zod";
import type { AppEnv } from "./app-env.ts";
import { download } from "./download.ts";
import type { Answer } from "./endpoint.ts";

/** A CSV response as a row of `endpoint()` declares it. */
export function csv(description: string): Answer & { content: { "text/csv": { schema: z.ZodString } } } {
  return { description, content: { "text/csv": { schema: z.string() } } };
}

/** Responds with a CSV download. @param file.fileName as `download` takes it */
export function csvAnswer(c: Context<AppEnv>, file: { fileName: string; text: Iterable<string> }) {
  return download(c, { ...file, mediaType: "text/csv; charset=utf-8; header=present" });
}
