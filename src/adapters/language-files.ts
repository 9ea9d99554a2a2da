import type { LanguageFile, Readers } from "../i18n/catalogues.ts";
import type { Language } from "../i18n/languages.ts";

/** The folders into which `scripts/build-assets.ts` writes the files. */
const FOLDERS: Record<Readers, string> = { guests: "i18n", hosts: "i18n/hosts" };

/**
 * Reads the file of a language, which `scripts/build-assets.ts` writes and the Worker is deployed with.
 * @throws Error when it is not there or cannot be read
 */
export async function readLanguageFile(assets: Fetcher, language: Language, readers: Readers): Promise<LanguageFile> {
  const response = await assets.fetch(new URL(`/${FOLDERS[readers]}/${language}.json`, "https://assets.invalid"));
  if (!response.ok) throw new Error(`the file of ${language} for ${readers} is answered with ${response.status}`);
  return response.json<LanguageFile>();
}
