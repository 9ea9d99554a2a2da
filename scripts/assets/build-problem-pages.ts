import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { LANGUAGES } from "../../src/i18n/languages.ts";
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
  renderProblems(language: string, read: (language: string) => Promise<object>): Promise<Record<string, string>>;
}

/** Writes the pages that the edge Worker answers problems with, in every language: `link.de`, `unavailable.de`, … */
export async function buildProblemPages(root: string, target: string): Promise<void> {
  const { renderProblems } = await loadBundle<Bundle>(root, ENTRY);
  const read = async (language: string) => ({
    texts: JSON.parse(await readFile(join(root, `src/i18n/locales/${language}.json`), "utf8")),
    cities: {},
  });
  await mkdir(target, { recursive: true });
  for (const language of Object.keys(LANGUAGES)) {
    for (const [name, html] of Object.entries(await renderProblems(language, read))) {
      await writeFile(join(target, `${name}.${language}`), html);
    }
  }
}
