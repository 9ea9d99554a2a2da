import { createCatalogues } from "../../src/i18n/catalogues.ts";
import type { Locale } from "../../src/i18n/languages.ts";
import type { HostTexts } from "../../src/i18n/texts.ts";
import { readLanguage } from "../i18n/catalogues.ts";

const ROOT = new URL("../../", import.meta.url).pathname;

/**
 * Returns the texts of a locale for guests and hosts, from the current catalogues on disk.
 * @throws Error if they cannot be read
 */
export async function readTexts(locale: Locale): Promise<HostTexts> {
  const catalogues = createCatalogues(
    async (language) => readLanguage(ROOT, language, ["locales", "hosts"]),
    () => undefined,
  );
  return catalogues.loadForHosts(locale);
}
