import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { minifiedBundle } from "../../testkit/minified-bundle.ts";

/** The Worker's upload size and startup time. */
export interface BundleFacts {
  /** Minified and gzipped, KiB. */
  gzippedKib: number;
  /** Milliseconds to parse the bundle and run its top level in a new Node process: the minimum of a few runs. */
  startMs: number;
}

const STARTS = 5;
const TIMED = `
  const began = performance.now();
  await import(process.argv[1]);
  console.log(performance.now() - began);
  process.exit(0);`;

export async function measureBundle(folder: string): Promise<BundleFacts> {
  const { path: minified, gzippedKib } = await minifiedBundle(join(folder, "bundle"));

  // Node lacks the platform's modules (`cloudflare:*`). The top level only extends their classes, so stubs suffice.
  const runnable = join(folder, "runnable.mjs");
  const stub = join(folder, "platform.mjs");
  await writeFile(
    stub,
    "export class DurableObject {} export class RpcTarget {} export class WorkerEntrypoint {} export const env = {}; export const connect = () => {}; export const waitUntil = () => {};",
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
