import { readFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

/**
 * Minifies a Worker's bundle as a deployment does.
 * @param bundle the path of what `bundleWorker` has built
 * @param minified where to write the result
 * @returns its size as it is uploaded, gzipped, in KiB
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
