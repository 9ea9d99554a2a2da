import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { bundleWorker } from "../../testkit/built-worker.ts";

/** How large the Worker is as it is uploaded, and how long it takes to be ready. */
export interface BundleFacts {
  /** Minified and gzipped, KiB. */
  gzippedKib: number;
  /** Parsing and running its top level, in a fresh Node of the same V8, milliseconds: the best of a few. */
  startMs: number;
}

const STARTS = 5;
const TIMED = `
  const began = performance.now();
  await import(process.argv[1]);
  console.log(performance.now() - began);
  process.exit(0);`;

export async function weighBundle(folder: string): Promise<BundleFacts> {
  const minified = join(folder, "minified.mjs");
  await build({
    entryPoints: [await bundleWorker(join(folder, "bundle"))],
    bundle: true,
    minify: true,
    format: "esm",
    platform: "node",
    outfile: minified,
    external: ["cloudflare:*"],
  });
  const gzippedKib = gzipSync(await readFile(minified)).length / 1_024;

  // Node has none of the platform's modules; classes to extend are all that the top level wants of them.
  const runnable = join(folder, "runnable.mjs");
  const stub = join(folder, "platform.mjs");
  await writeFile(
    stub,
    "export class DurableObject {} export class WorkerEntrypoint {} export const env = {}; export const connect = () => {};",
  );
  const code = await readFile(minified, "utf8");
  await writeFile(runnable, code.replaceAll(/(["'])cloudflare:\w+\1/g, JSON.stringify(stub)));
  const times: number[] = [];
  for (let start = 0; start < STARTS; start++) {
    const { stdout } = await promisify(execFile)(process.execPath, [
      "--js-base-64",
      "--input-type=module",
      "-e",
      TIMED,
      runnable,
    ]);
    times.push(Number(stdout));
  }
  return { gzippedKib, startMs: Math.min(...times) };
}
