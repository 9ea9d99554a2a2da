import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readLanguage } from "./read-language.ts";

/** The guests' English, compiled: the Worker has it in its bundle. Committed, so that types and unit tests need no build. */
export const ENGLISH_PATH = "src/i18n/english-catalogue.ts";

/** Returns the module of the guests' English, one text per line. */
export function renderEnglish(root: string): string {
  const { texts } = readLanguage(root, "en", ["locales"]);
  const areas = Object.entries(texts).map(([area, messages]) => {
    const lines = Object.entries(messages).map(
      ([key, text]) => `    ${JSON.stringify(key)}: ${JSON.stringify(text)},\n`,
    );
    return `  ${JSON.stringify(area)}: {\n${lines.join("")}  },\n`;
  });
  return `// Generated from locales/en.json by \`npm run generate\`. Do not edit.
import type { Catalogue } from "./texts.ts";

export const englishCatalogue: Catalogue = {
${areas.join("")}};
`;
}

/** Writes the module if its texts have changed: a write starts the next build of `wrangler dev`. */
export function updateEnglish(root: string): void {
  const [path, source] = [join(root, ENGLISH_PATH), renderEnglish(root)];
  if (readFileSync(path, "utf8") !== source) writeFileSync(path, source);
}
