import { readFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { bundleWorker } from "./built-worker.ts";

/** Bundles and minifies the Worker as a deployment does. @returns the path of the bundle, and its gzipped size in KiB */
export async function minifiedBundle(folder: string): Promise<{ path: string; gzippedKib: number }> {
  const path = await bundleWorker(folder, "src/worker.ts", "wrangler.toml", ["--minify"]);
  return { path, gzippedKib: gzipSync(await readFile(path)).length / 1_024 };
}
