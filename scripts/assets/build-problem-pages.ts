import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { LANGUAGES, type Language } from "../../src/i18n/languages.ts";
import { readLanguage } from "../i18n/read-language.ts";
import { loadBundle } from "./load-bundle.ts";

/** The page of each problem, by the file of a language. */
const ENTRY = `
import { createCatalogues } from "./src/i18n/catalogues.ts";
import { problemTemplates } from "./src/pages/problem-templates.tsx";
export async function renderProblems(language, read) {
  return problemTemplates(await createCatalogues(read, (_, error) => { throw error; }).load(language));
}
`;

interface Bundle {
  renderProblems(language: string, read: (language: Language) => Promise<object>): Promise<Record<string, string>>;
}

/** Writes the pages that the edge Worker answers problems with, in every language: `link.de`, `unavailable.de`, … */
export async function buildProblemPages(root: string, target: string): Promise<void> {
  const { renderProblems } = await loadBundle<Bundle>(root, ENTRY);
  const read = async (language: Language) => readLanguage(root, language, ["locales"]);
  await mkdir(target, { recursive: true });
  for (const language of Object.keys(LANGUAGES)) {
    for (const [name, html] of Object.entries(await renderProblems(language, read))) {
      await writeFile(join(target, `${name}.${language}`), html);
    }
  }
}
