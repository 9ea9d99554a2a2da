import { createHash } from "node:crypto";
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type FontFace, fontFile, type Subset, slugOf, THEME_FONTS } from "../../src/pages/theme-fonts.ts";

/** As many hex digits of a file's SHA-256 are in its name. */
const HASH_LENGTH = 8;

/** Copies the fonts of the themes out of their packages, under names with a hash of their content, and their licences. */
export async function buildFonts(root: string, target: string): Promise<void> {
  await mkdir(target, { recursive: true });
  const faces = Object.values(THEME_FONTS).flatMap(({ display, text }) => [display, text]);
  await Promise.all(
    faces.flatMap((face) =>
      (["latin", "latin-ext"] as const).map(async (subset) => {
        const content = await readFile(join(packageOf(root, face), "files", sourceOf(face, subset)));
        requireHash(face, subset, createHash("sha256").update(content).digest("hex").slice(0, HASH_LENGTH));
        await writeFile(join(target, fontFile(face, subset)), content);
      }),
    ),
  );
  // The console names each theme in its own letters, by a name that stays.
  await Promise.all(
    Object.entries(THEME_FONTS).map(async ([theme, { display }]) =>
      copyFile(join(packageOf(root, display), "files", sourceOf(display, "latin")), join(target, `${theme}.woff2`)),
    ),
  );
  const licences = await Promise.all(
    faces.map(async (face) => `${face.family}\n\n${await readFile(join(packageOf(root, face), "LICENSE"), "utf8")}`),
  );
  // The SIL Open Font License goes with the fonts.
  await writeFile(join(target, "licences.txt"), licences.join("\n\n"));
}

function packageOf(root: string, { family, cut }: FontFace): string {
  return join(root, "node_modules", cut === "wght" ? "@fontsource-variable" : "@fontsource", slugOf(family));
}

function sourceOf({ family, cut }: FontFace, subset: Subset): string {
  return `${slugOf(family)}-${subset}-${cut}-normal.woff2`;
}

function requireHash({ family, hashes }: FontFace, subset: Subset, hash: string): void {
  if (hashes[subset] === hash) return;
  throw new Error(`${family} (${subset}) is another file now: write ${hash} as its hash into src/pages/theme-fonts.ts`);
}
