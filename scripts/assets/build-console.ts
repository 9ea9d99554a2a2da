import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const TARGET = join(ROOT, ".wrangler/assets/app");
/** What the last build was made of. Beside the assets, not among them: those are served. */
const STAMP = join(ROOT, ".wrangler/console-build");
/** Long enough on a busy machine. */
const BUILT_WITHIN_MS = 120_000;
/** What the console is built from. */
const SOURCES = ["console/*", "console/src/**", "clients/typescript/src/**", "package-lock.json"];

/**
 * Builds the console to `.wrangler/assets/app`, unless that is what is there already: every build of the Worker asks for it,
 * and a run of the tests builds the Worker many times.
 */
export async function buildConsole(): Promise<void> {
  const stamp = hashOf(globSync(SOURCES, { cwd: ROOT }).sort());
  if (existsSync(join(TARGET, "index.html")) && existsSync(STAMP) && readFileSync(STAMP, "utf8") === stamp) return;
  // In a process of its own, because Vite takes React's development build wherever NODE_ENV says something else: in tests.
  await promisify(execFile)(process.execPath, [join(ROOT, "node_modules/vite/bin/vite.js"), "build", "console"], {
    cwd: ROOT,
    timeout: BUILT_WITHIN_MS,
    env: { ...process.env, NODE_ENV: "production" },
  });
  writeFileSync(STAMP, stamp);
}

function hashOf(files: string[]): string {
  const hash = createHash("sha256");
  for (const file of files) {
    const path = join(ROOT, file);
    if (statSync(path).isFile()) hash.update(file).update(readFileSync(path));
  }
  return hash.digest("hex");
}
