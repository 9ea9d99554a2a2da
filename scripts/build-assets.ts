/**
 * Writes the static files that the Worker's `ASSETS` binding serves: the page scripts, the API reference, the languages, the
 * fonts and pictures of the themes, the common passwords, the headers of guest lists, the kinds of phone numbers, the edge
 * Worker's problem pages, and the console. Runs before every build, and does nothing if no source has changed. Before
 * `wrangler dev`, it also compiles the English texts and prepares secrets and database, unless `--static` is given.
 */

import { createHash } from "node:crypto";
import { copyFile, cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type BuildOptions, build } from "esbuild";
import { LANGUAGES, type Language } from "../src/i18n/languages.ts";
import { FONTS_HASH, type FontFace, fontFile, type Subset, slugOf, THEME_FONTS } from "../src/pages/theme-fonts.ts";
import { buildPasswords, buildPhoneRanges } from "./assets/build-data.ts";
import { buildConsole, buildIfChanged } from "./assets/incremental.ts";
import { loadBundle } from "./assets/load-bundle.ts";
import { runProgram } from "./cli-error.ts";
import { prepareLocal } from "./dev/database.ts";
import { readLanguage, updateEnglish } from "./i18n/catalogues.ts";
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
    cp(join(ROOT, "src/pages/cards"), join(TARGET, "assets/cards"), { recursive: true }),
    buildPhoneRanges(join(TARGET, "sending/phone-ranges.json")),
    buildProblemPages(ROOT, join(TARGET, "problems")),
    bundleReferenceScript().then((script) => buildReference(ROOT, join(TARGET, "docs"), script)),
  ]);
}

/** Number of hex digits of SHA-256 in the addresses of the fonts. */
const HASH_LENGTH = 8;
const SUBSETS = ["latin", "latin-ext"] as const;

/**
 * Copies the fonts of the themes from their packages, with their licences.
 * @throws Error if `FONTS_HASH` is not the hash of the files
 */
async function buildFonts(root: string, target: string): Promise<void> {
  const faces = Object.values(THEME_FONTS).flatMap(({ display, text }) => [display, text]);
  const files = await Promise.all(
    faces.flatMap((face) =>
      SUBSETS.map(async (subset) => ({
        name: fontFile(face, subset),
        content: await readFile(sourceOf(root, face, subset)),
      })),
    ),
  );
  const hash = createHash("sha256");
  for (const { content } of files) hash.update(content);
  const digits = hash.digest("hex").slice(0, HASH_LENGTH);
  if (digits !== FONTS_HASH)
    throw new Error(`The fonts have changed: FONTS_HASH in src/pages/theme-fonts.ts is ${digits}.`);
  await mkdir(join(target, FONTS_HASH), { recursive: true });
  await Promise.all(files.map(({ name, content }) => writeFile(join(target, name), content)));
  // The console shows each theme's name in its own font, at an address without a hash.
  await Promise.all(
    Object.entries(THEME_FONTS).map(([theme, { display }]) =>
      copyFile(sourceOf(root, display, "latin"), join(target, `${theme}.woff2`)),
    ),
  );
  const licences = await Promise.all(
    faces.map(async (face) => `${face.family}\n\n${await readFile(join(packageOf(root, face), "LICENSE"), "utf8")}`),
  );
  // The SIL Open Font License must accompany the fonts.
  await writeFile(join(target, "licences.txt"), licences.join("\n\n"));
}

function packageOf(root: string, { family, cut }: FontFace): string {
  return join(root, "node_modules", cut === "wght" ? "@fontsource-variable" : "@fontsource", slugOf(family));
}

function sourceOf(root: string, face: FontFace, subset: Subset): string {
  const { family, cut } = face;
  return join(packageOf(root, face), "files", `${slugOf(family)}-${subset}-${cut}-normal.woff2`);
}

/**
 * Writes the files of the languages. The files for guests have the texts and city names of each language except English,
 * which is in the Worker's bundle. The files for hosts also have the texts of the console, in every language.
 */
async function buildLanguages(root: string, target: string): Promise<void> {
  const forHosts = join(target, "hosts");
  await mkdir(forHosts, { recursive: true });
  const write = (path: string, language: Language, folders: string[]) =>
    writeFile(path, JSON.stringify(readLanguage(root, language, folders)));
  for (const language of Object.keys(LANGUAGES) as Language[]) {
    if (language !== "en") await write(join(target, `${language}.json`), language, ["locales"]);
    await write(join(forHosts, `${language}.json`), language, ["locales", "hosts"]);
  }
}

/** Renders the page of each problem in one language. */
const PROBLEMS_ENTRY = `
import { createCatalogues } from "./src/i18n/catalogues.ts";
import { problemTemplates } from "./src/pages/problem-templates.tsx";
export async function renderProblems(language, read) {
  return problemTemplates(await createCatalogues(read, (_, error) => { throw error; }).load(language));
}
`;

interface ProblemsBundle {
  renderProblems(language: string, read: (language: Language) => Promise<object>): Promise<Record<string, string>>;
}

/** Writes the edge Worker's problem pages in every language: `link.de`, `unavailable.de`, … */
async function buildProblemPages(root: string, target: string): Promise<void> {
  const { renderProblems } = await loadBundle<ProblemsBundle>(root, PROBLEMS_ENTRY);
  const read = async (language: Language) => readLanguage(root, language, ["locales"]);
  await mkdir(target, { recursive: true });
  for (const language of Object.keys(LANGUAGES)) {
    for (const [name, html] of Object.entries(await renderProblems(language, read))) {
      await writeFile(join(target, `${name}.${language}`), html);
    }
  }
}

// WRANGLER_COMMAND is the command that builds. A deployment needs neither secrets nor a database of this machine.
const isForDev = process.env.WRANGLER_COMMAND === "dev" && !process.argv.includes("--static");
await runProgram(async () => {
  if (isForDev) updateEnglish(ROOT);
  await Promise.all([buildIfChanged(join(ROOT, OPENAPI_PATH), buildAll), isForDev && prepareLocal(ROOT)]);
});
