import { execFile } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { sourceHash } from "./source-hash.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const TARGET = join(ROOT, ".wrangler/assets/app");
/** What the last build was made of. Beside the assets, not among them: those are served. */
const STAMP = join(ROOT, ".wrangler/console-build");
/** Long enough on a busy machine. */
const BUILT_WITHIN_MS = 120_000;
/** What the console is built from. */
const SOURCES = ["console/*", "console/src/**", "clients/typescript/src/**", "package-lock.json"];

/**
 * Builds the console to `.wrangler/assets/app`, unless that is what is there already: every build of the Worker asks for it.
 */
export async function buildConsole(): Promise<void> {
  const stamp = sourceHash(ROOT, SOURCES);
  if (existsSync(join(TARGET, "index.html")) && existsSync(STAMP) && readFileSync(STAMP, "utf8") === stamp) return;
  // In a process of its own, because Vite takes React's development build wherever NODE_ENV says something else: in tests.
  await promisify(execFile)(process.execPath, [join(ROOT, "node_modules/vite/bin/vite.js"), "build", "console"], {
    cwd: ROOT,
    timeout: BUILT_WITHIN_MS,
    env: { ...process.env, NODE_ENV: "production" },
  });
  writeFileSync(STAMP, stamp);
}
