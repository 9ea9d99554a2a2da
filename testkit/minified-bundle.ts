import { readFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

/**
 * Minifies a Worker's bundle as a deployment does.
 * @param bundle the path of the output of `bundleWorker`
 * @param minified where to write the result
 * @returns the gzipped size of the upload, in KiB
 */
export async function minifyBundle(bundle: string, minified: string): Promise<number> {
  await build({
    entryPoints: [bundle],
    bundle: true,
    minify: true,
    format: "esm",
    platform: "node",
    outfile: minified,
    external: ["cloudflare:*"],
  });
  return gzipSync(await readFile(minified)).length / 1_024;
}
