import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const CONSOLE_SOURCES = ["console/*", "console/src/**", "clients/typescript/src/**", "package-lock.json"];
/** The sources of the Worker and its static files. */
const SERVICE_SOURCES = [
  ...CONSOLE_SOURCES,
  "src/**",
  "proto/**",
  "tsconfig.json",
  "wrangler.toml",
  "wrangler.edge.toml",
  "scripts/{assets,i18n,openapi,reference}/**",
  "scripts/build-assets.ts",
];
const CONSOLE = ".wrangler/assets/app";
/** Enough on a busy machine. */
const CONSOLE_BUILT_WITHIN_MS = 120_000;

/** The file with the hash of the sources of the static files in `.wrangler/assets`. */
export const ASSETS_STAMP = join(ROOT, ".wrangler/assets-build");

/** Returns a hash of the sources of the Worker and its static files. */
export function serviceHash(): string {
  return hashOf(SERVICE_SOURCES);
}

/** Builds the static files unless they were built from the current sources. @param built a file that the build writes */
export function buildIfChanged(built: string, build: () => Promise<void>): Promise<void> {
  return buildUnlessStamped(ASSETS_STAMP, serviceHash(), built, build);
}

/** Builds the console to `.wrangler/assets/app` unless it was built from the current sources. */
export async function buildConsole(): Promise<void> {
  const built = join(ROOT, CONSOLE, "index.html");
  // The stamp is next to the assets, because files in the assets are served.
  await buildUnlessStamped(join(ROOT, ".wrangler/console-build"), hashOf(CONSOLE_SOURCES), built, async () => {
    // In a separate process, because Vite takes React's development build unless NODE_ENV is "production", as in tests.
    await promisify(execFile)(process.execPath, [join(ROOT, "node_modules/vite/bin/vite.js"), "build", "console"], {
      cwd: ROOT,
      timeout: CONSOLE_BUILT_WITHIN_MS,
      env: { ...process.env, NODE_ENV: "production" },
    });
  });
}

async function buildUnlessStamped(stamp: string, hash: string, built: string, build: () => Promise<void>) {
  if (existsSync(built) && existsSync(stamp) && readFileSync(stamp, "utf8") === hash) return;
  // Remove the stamp first, because an interrupted build leaves files of both builds.
  rmSync(stamp, { force: true });
  await build();
  writeFileSync(stamp, hash);
}

/** Returns the SHA-256 of the paths and contents of files, in hex digits. @param patterns globs below the root */
function hashOf(patterns: string[]): string {
  const hash = createHash("sha256");
  for (const file of globSync(patterns, { cwd: ROOT }).sort()) {
    const path = join(ROOT, file);
    if (statSync(path).isFile()) hash.update(file).update(readFileSync(path));
  }
  return hash.digest("hex");
}
