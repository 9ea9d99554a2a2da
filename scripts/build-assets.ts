/**
 * Writes the static files that the Worker's `ASSETS` binding serves: one bundle for each page script, the three files of
 * the API reference, and the console. Runs before every build.
 */
import { copyFileSync, mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { buildConsole } from "./assets/build-console.ts";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const TARGET = join(ROOT, ".wrangler/assets");
const CLIENT = join(ROOT, "src/pages/client");
const SCRIPTS = ["invitation", "scan", "scan-offline", "live", "account", "security", "frame"];
const REFERENCE_FILES = ["swagger-ui-bundle.js", "swagger-ui.css", "favicon-32x32.png"];
/** Browsers that support camera access, IndexedDB and modules: released since spring 2022. */
const BROWSERS = ["chrome100", "firefox100", "safari15.4"];

function copyReference(): void {
  const source = dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));
  const target = join(TARGET, "docs/assets");
  mkdirSync(target, { recursive: true });
  for (const file of REFERENCE_FILES) copyFileSync(join(source, file), join(target, file));
}

async function bundleScripts(): Promise<void> {
  await build({
    entryPoints: SCRIPTS.map((name) => join(CLIENT, `${name}.ts`)),
    outdir: join(TARGET, "assets"),
    bundle: true,
    minify: true,
    format: "esm",
    target: BROWSERS,
    legalComments: "inline",
    logLevel: "warning",
  });
}

copyReference();
await Promise.all([bundleScripts(), buildConsole()]);
