import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { LANGUAGES } from "../../src/i18n/languages.ts";

/**
 * Writes the files of the languages: for guests the texts and names of cities of each but English, which is in the Worker's
 * bundle; for hosts the same with the texts for hosts alone, English too.
 */
export async function buildLanguages(root: string, target: string): Promise<void> {
  const forHosts = join(target, "hosts");
  await mkdir(forHosts, { recursive: true });
  await Promise.all(
    Object.keys(LANGUAGES).map(async (language) => {
      const read = async (folder: string) =>
        JSON.parse(await readFile(join(root, "src/i18n", folder, `${language}.json`), "utf8"));
      const [texts, hosts, cities] = await Promise.all(["locales", "hosts", "cities"].map(read));
      if (language !== "en") await writeFile(join(target, `${language}.json`), JSON.stringify({ texts, cities }));
      await writeFile(join(forHosts, `${language}.json`), JSON.stringify({ texts: { ...texts, ...hosts }, cities }));
    }),
  );
}
