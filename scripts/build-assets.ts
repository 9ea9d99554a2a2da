/**
 * Writes the static files that the Worker's `ASSETS` binding serves: one bundle for each page script, the pages of the API
 * reference, the languages of the guests, the most common passwords, and the console. Runs before every build.
 */
import { writeFileSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type BuildOptions, build } from "esbuild";
import { buildConsole } from "./assets/build-console.ts";
import { buildLanguages } from "./assets/build-languages.ts";
import { ASSETS_STAMP, serviceHash } from "./assets/service-hash.ts";
import { buildReference } from "./reference/build-reference.ts";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const TARGET = join(ROOT, ".wrangler/assets");
const CLIENT = join(ROOT, "src/pages/client");
const SCRIPTS = ["invitation", "pass-offline", "scan", "scan-offline", "live", "account", "security", "frame"];
const FOR_BROWSERS = {
  bundle: true,
  minify: true,
  format: "esm",
  /** Browsers that support camera access, IndexedDB and modules: released since spring 2022. */
  target: ["chrome100", "firefox100", "safari15.4"],
  legalComments: "inline",
  logLevel: "warning",
} as const satisfies BuildOptions;

async function bundleScripts(): Promise<void> {
  await build({
    ...FOR_BROWSERS,
    entryPoints: SCRIPTS.map((name) => join(CLIENT, `${name}.ts`)),
    outdir: join(TARGET, "assets"),
  });
}

async function bundleReferenceScript(): Promise<Uint8Array> {
  const { outputFiles } = await build({ ...FOR_BROWSERS, entryPoints: [join(CLIENT, "reference.ts")], write: false });
  const [script] = outputFiles;
  if (script === undefined) throw new Error("the reference has no script");
  return script.contents;
}

const hash = serviceHash();
await Promise.all([
  bundleScripts(),
  buildConsole(),
  cp(join(ROOT, "src/features/accounts/common-passwords.txt"), join(TARGET, "accounts/common-passwords.txt")),
  buildLanguages(ROOT, join(TARGET, "i18n")),
  bundleReferenceScript().then((script) => buildReference(ROOT, join(TARGET, "docs"), script)),
]);
writeFileSync(ASSETS_STAMP, hash);
