import { createHash } from "node:crypto";
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { FONTS_HASH, type FontFace, fontFile, type Subset, slugOf, THEME_FONTS } from "../../src/pages/theme-fonts.ts";

/** As many hex digits of SHA-256 are in their addresses. */
const HASH_LENGTH = 8;
const SUBSETS = ["latin", "latin-ext"] as const;

/**
 * Copies the fonts of the themes out of their packages, with their licences.
 * @throws Error when a package has other files than those that `FONTS_HASH` is of
 */
export async function buildFonts(root: string, target: string): Promise<void> {
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
  // The console names each theme in its own letters, by a name that stays.
  await Promise.all(
    Object.entries(THEME_FONTS).map(([theme, { display }]) =>
      copyFile(sourceOf(root, display, "latin"), join(target, `${theme}.woff2`)),
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

function sourceOf(root: string, face: FontFace, subset: Subset): string {
  const { family, cut } = face;
  return join(packageOf(root, face), "files", `${slugOf(family)}-${subset}-${cut}-normal.woff2`);
}
