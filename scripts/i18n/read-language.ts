import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { LanguageFile } from "../../src/i18n/catalogues.ts";
import type { Language } from "../../src/i18n/languages.ts";
import type { CompiledMessage } from "../../src/i18n/message.ts";
import { compile } from "./compile-message.ts";

/** Returns the compiled texts of a language and its names of cities. `folders`: the catalogues, `locales` and `hosts`. */
export function readLanguage(root: string, language: Language, folders: string[]): LanguageFile {
  const read = (folder: string) => JSON.parse(readFileSync(join(root, `src/i18n/${folder}/${language}.json`), "utf8"));
  const areas = Object.entries<Record<string, string>>(Object.assign({}, ...folders.map(read)));
  return { texts: Object.fromEntries(areas.map(([area, texts]) => [area, compileAll(texts)])), cities: read("cities") };
}

/** Compiles the texts of an area. */
export function compileAll(texts: Readonly<Record<string, string>>): Record<string, CompiledMessage> {
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, compile(text)]));
}
