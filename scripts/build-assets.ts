/**
 * Writes the static files that the Worker's `ASSETS` binding serves: one bundle for each page script, the pages of the API
 * reference, the languages of the guests, the fonts and pictures of the themes, the most common passwords, the headers
 * of guest lists, the kinds of phone numbers, the edge's problem pages, and the console. Runs before every build, and does nothing when they are of the same
 * sources already. Before `wrangler dev`, also compiles the English texts and prepares its secrets and its
 * database, unless `--static` is given.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type BuildOptions, build } from "esbuild";
import { buildCards } from "./assets/build-cards.ts";
import { buildConsole } from "./assets/build-console.ts";
import { buildFonts } from "./assets/build-fonts.ts";
import { buildLanguages } from "./assets/build-languages.ts";
import { buildPasswords } from "./assets/build-passwords.ts";
import { buildPhoneRanges } from "./assets/build-phone-ranges.ts";
import { buildProblemPages } from "./assets/build-problem-pages.ts";
import { ASSETS_STAMP, serviceHash } from "./assets/service-hash.ts";
import { CliError } from "./cli-error.ts";
import { prepareLocal } from "./dev/prepare-local.ts";
import { updateEnglish } from "./i18n/english-catalogue.ts";
import { OPENAPI_PATH } from "./openapi/build-document.ts";
import { buildReference } from "./reference/build-reference.ts";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const TARGET = join(ROOT, ".wrangler/assets");
const CLIENT = join(ROOT, "src/pages/client");
const SCRIPTS = ["invitation", "pass-offline", "proof", "scan", "scan-camera", "scan-offline", "frame"];
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

async function buildAll(): Promise<void> {
  await Promise.all([
    bundleScripts(),
    buildConsole(),
    cp(join(ROOT, "src/guests/import-headers.txt"), join(TARGET, "guests/import-headers.txt")),
    buildPasswords(ROOT, join(TARGET, "accounts/common-passwords.bin")),
    buildLanguages(ROOT, join(TARGET, "i18n")),
    buildFonts(ROOT, join(TARGET, "assets/fonts")),
    buildCards(ROOT, join(TARGET, "assets/cards")),
    buildPhoneRanges(join(TARGET, "sending/phone-ranges.json")),
    buildProblemPages(ROOT, join(TARGET, "problems")),
    bundleReferenceScript().then((script) => buildReference(ROOT, join(TARGET, "docs"), script)),
  ]);
}

/** Builds unless the static files are of the same sources. */
async function buildIfChanged(): Promise<void> {
  const hash = serviceHash();
  if (existsSync(join(ROOT, OPENAPI_PATH)) && existsSync(ASSETS_STAMP) && readFileSync(ASSETS_STAMP, "utf8") === hash)
    return;
  // A build that is interrupted leaves files of both.
  rmSync(ASSETS_STAMP, { force: true });
  await buildAll();
  writeFileSync(ASSETS_STAMP, hash);
}

// wrangler names the command that builds: a deployment takes neither secrets nor a database from this machine.
const isForDev = process.env.WRANGLER_COMMAND === "dev" && !process.argv.includes("--static");
try {
  if (isForDev) updateEnglish(ROOT);
  await Promise.all([buildIfChanged(), isForDev && prepareLocal(ROOT)]);
} catch (error) {
  if (!(error instanceof CliError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
