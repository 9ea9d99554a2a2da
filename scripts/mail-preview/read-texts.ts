import { readFile } from "node:fs/promises";
import { createCatalogues } from "../../src/i18n/catalogues.ts";
import type { Locale } from "../../src/i18n/languages.ts";
import type { HostTexts } from "../../src/i18n/texts.ts";

const FOLDER = new URL("../../src/i18n/", import.meta.url).pathname;

/**
 * The texts of a locale, for guests and for hosts, from the catalogues as they are on disk now.
 * @throws Error when they cannot be read
 */
export async function readTexts(locale: Locale): Promise<HostTexts> {
  const read = async (folder: string, language: string) =>
    JSON.parse(await readFile(`${FOLDER}${folder}/${language}.json`, "utf8"));
  const catalogues = createCatalogues(
    async (language) => ({
      texts: { ...(await read("locales", language)), ...(await read("hosts", language)) },
      cities: await read("cities", language),
    }),
    () => undefined,
  );
  return catalogues.loadForHosts(locale);
}
