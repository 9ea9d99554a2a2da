import { existsSync, readFileSync } from "node:fs";
import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { ASSETS_STAMP, serviceHash } from "../scripts/assets/incremental.ts";
import { bundleWorker } from "./built-worker.ts";

const FOLDER = fileURLToPath(new URL("../.wrangler/shared-bundle", import.meta.url));
const LOCK = join(FOLDER, "lock");
const POLL_MS = 100;
/** Folder of the edge Worker's bundle, inside the folder of the Worker's bundle. */
const EDGE = "edge";

/**
 * Builds the Worker like a deployment, once for all processes, and again if its sources have changed. About twenty test files
 * start it, and a build takes some seconds of processor time.
 * @returns the path of the bundle; do not change or delete it
 */
export async function sharedBundle(): Promise<string> {
  await mkdir(FOLDER, { recursive: true });
  const hash = serviceHash();
  const bundle = join(FOLDER, hash, "worker.js");
  // The static files have one place, so a build of other sources may have replaced them.
  const isBuilt = () => existsSync(bundle) && existsSync(ASSETS_STAMP) && readFileSync(ASSETS_STAMP, "utf8") === hash;
  while (!isBuilt()) {
    if (!(await acquireLock())) {
      await sleep(POLL_MS);
      continue;
    }
    try {
      if (!isBuilt()) await build(hash);
    } finally {
      await rm(LOCK);
    }
  }
  return bundle;
}

/**
 * Builds the edge Worker like a deployment.
 * @returns the path of the bundle, as for `sharedBundle`
 */
export async function sharedEdgeBundle(): Promise<string> {
  return join(dirname(await sharedBundle()), EDGE, "worker.js");
}

async function build(hash: string): Promise<void> {
  for (const entry of await readdir(FOLDER)) {
    if (join(FOLDER, entry) !== LOCK) await rm(join(FOLDER, entry), { recursive: true });
  }
  const unfinished = join(FOLDER, "unfinished");
  await bundleWorker(unfinished);
  await bundleWorker(join(unfinished, EDGE), "src/edge/worker.ts", "wrangler.edge.toml");
  await rename(unfinished, join(FOLDER, hash));
}

/** Returns true if this process may build now. Removes a lock whose process has ended. */
async function acquireLock(): Promise<boolean> {
  try {
    await writeFile(LOCK, String(process.pid), { flag: "wx" });
    return true;
  } catch {
    const pid = Number(existsSync(LOCK) ? readFileSync(LOCK, "utf8") : process.pid);
    if (pid > 0 && !isRunning(pid)) await rm(LOCK, { force: true });
    return false;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
