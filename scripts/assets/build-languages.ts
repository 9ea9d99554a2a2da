import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { LANGUAGES, type Language } from "../../src/i18n/languages.ts";
import { readLanguage } from "../i18n/read-language.ts";

/**
 * Writes the files of the languages: for guests the texts and names of cities of each but English, which is in the Worker's
 * bundle; for hosts the same with the texts for hosts alone, English too.
 */
export async function buildLanguages(root: string, target: string): Promise<void> {
  const forHosts = join(target, "hosts");
  await mkdir(forHosts, { recursive: true });
  const write = (path: string, language: Language, folders: string[]) =>
    writeFile(path, JSON.stringify(readLanguage(root, language, folders)));
  for (const language of Object.keys(LANGUAGES) as Language[]) {
    if (language !== "en") await write(join(target, `${language}.json`), language, ["locales"]);
    await write(join(forHosts, `${language}.json`), language, ["locales", "hosts"]);
  }
}
