import type { Context } from "hono";
import type { AppEnv } from "./app-env.ts";
import { download } from "./download.ts";

/** Responds with a JSON download. Its content is not checked against the declared schema. @param fileName as `download` takes it */
export function jsonFile(c: Context<AppEnv>, fileName: string, text: AsyncIterable<string>): never {
  // The type of a stream says nothing about its content.
  return download(c, { fileName, mediaType: "application/json", text }) as never;
}
