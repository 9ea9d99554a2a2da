import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ServedDocument } from "./document.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
/** Where the build writes the document, from the project's root. */
export const OPENAPI_PATH = ".wrangler/assets/docs/openapi.json";

/** Builds the document that the Worker serves, if it is missing or out of date, and reads it. */
export function buildDocument(): ServedDocument {
  execFileSync(process.execPath, ["scripts/build-assets.ts"], { cwd: ROOT, stdio: ["ignore", "inherit", "inherit"] });
  return JSON.parse(readFileSync(join(ROOT, OPENAPI_PATH), "utf8"));
}
