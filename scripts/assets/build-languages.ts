import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { LANGUAGES } from "../../src/i18n/languages.ts";

/** Writes a file for each language but English, which is in the Worker's bundle: its texts, and its names of cities. */
export async function buildLanguages(root: string, target: string): Promise<void> {
  await mkdir(target, { recursive: true });
  const languages = Object.keys(LANGUAGES).filter((language) => language !== "en");
  await Promise.all(
    languages.map(async (language) => {
      const read = async (folder: string) =>
        JSON.parse(await readFile(join(root, "src/i18n", folder, `${language}.json`), "utf8"));
      const file = { texts: await read("locales"), cities: await read("cities") };
      await writeFile(join(target, `${language}.json`), JSON.stringify(file));
    }),
  );
}
