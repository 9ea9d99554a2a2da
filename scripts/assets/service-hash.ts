import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sourceHash } from "./source-hash.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** What the Worker and its static files are built from. */
const SOURCES = [
  "src/**",
  "proto/**",
  "console/*",
  "console/src/**",
  "clients/typescript/src/**",
  "scripts/{assets,i18n,openapi,reference}/**",
  "scripts/build-assets.ts",
  "package-lock.json",
  "tsconfig.json",
  "wrangler.toml",
  "wrangler.edge.toml",
];

/** Has the hash of what the static files in `.wrangler/assets` were built from. */
export const ASSETS_STAMP = join(ROOT, ".wrangler/assets-build");

/** A hash of everything that the Worker and its static files are built from. */
export function serviceHash(): string {
  return sourceHash(ROOT, SOURCES);
}
