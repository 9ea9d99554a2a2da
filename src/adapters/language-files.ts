import type { LanguageFile } from "../i18n/catalogues.ts";
import type { Language } from "../i18n/languages.ts";

/**
 * Reads the file of a language, which `scripts/build-assets.ts` writes and the Worker is deployed with.
 * @throws Error when it is not there or cannot be read
 */
export async function readLanguageFile(assets: Fetcher, language: Language): Promise<LanguageFile> {
  const response = await assets.fetch(new URL(`/i18n/${language}.json`, "https://assets.invalid"));
  if (!response.ok) throw new Error(`the file of ${language} is answered with ${response.status}`);
  return response.json<LanguageFile>();
}
