import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  isCatchallKey,
  isExpression,
  isLiteral,
  isSelectMessage,
  isVariableRef,
  type Model,
  parseMessage,
} from "messageformat";
import type { LanguageFile } from "../../src/i18n/catalogues.ts";
import type { Language } from "../../src/i18n/languages.ts";
import type { CompiledMessage, Pattern, PatternPart, Selector } from "../../src/i18n/message.ts";

/** The functions that texts may use. Dates and lists are values that are already formatted. */
const NUMERIC = new Set(["number", "integer"]);

/**
 * Compiles a text in Unicode MessageFormat 2 to data that is small enough for browsers, which then need no parser.
 * @throws Error for wrong syntax, and for features that no text uses: `.local`, options, other functions
 */
function compile(source: string): CompiledMessage {
  if (!/[{}\\]|^\s*\./.test(source)) return source;
  const message = parseMessage(source);
  const functions = new Map(
    message.declarations.map((declaration) => [declaration.name, functionOf(declaration, source)]),
  );
  if (!isSelectMessage(message)) return patternOf(message.pattern, source);
  return {
    by: message.selectors.map(({ name }): Selector => (functions.get(name) === "string" ? [name, "string"] : [name])),
    variants: message.variants.map(({ keys, value }) => [
      keys.map((key) => (isCatchallKey(key) ? null : key.value)),
      patternOf(value, source),
    ]),
  };
}

function functionOf({ type, value }: Model.Declaration, source: string): string | undefined {
  if (type === "local") throw new Error(`A text has .local: ${source}`);
  return checkedFunction(value, source);
}

function checkedFunction({ functionRef }: Model.Expression, source: string): string | undefined {
  if (functionRef === undefined) return undefined;
  const isKnown = NUMERIC.has(functionRef.name) || functionRef.name === "string";
  if (!isKnown || functionRef.options !== undefined) throw new Error(`A text has :${functionRef.name}: ${source}`);
  return functionRef.name;
}

function patternOf(pattern: Model.Pattern, source: string): Pattern {
  return pattern.flatMap((part): PatternPart[] => {
    if (typeof part === "string") return [part];
    if (!isExpression(part)) return part.kind === "standalone" ? [] : [{ markup: part.name, kind: part.kind }];
    const name = checkedFunction(part, source);
    if (isLiteral(part.arg)) return [part.arg.value];
    if (!isVariableRef(part.arg)) throw new Error(`A text has an expression without a value: ${source}`);
    return [name !== undefined && NUMERIC.has(name) ? [part.arg.name, "number"] : [part.arg.name]];
  });
}

/** Returns the compiled texts of a language and its city names. @param folders the catalogues, `locales` and `hosts` */
export function readLanguage(root: string, language: Language, folders: string[]): LanguageFile {
  const read = (folder: string) => JSON.parse(readFileSync(join(root, `src/i18n/${folder}/${language}.json`), "utf8"));
  const texts = compileAreas(Object.assign({}, ...folders.map(read)));
  const isInTwoForms = existsSync(join(root, `src/i18n/informal/${language}.json`));
  return { texts, ...(isInTwoForms && { informal: compileAreas(read("informal")) }), cities: read("cities") };
}

function compileAreas(areas: Readonly<Record<string, Record<string, string>>>): LanguageFile["texts"] {
  return Object.fromEntries(Object.entries(areas).map(([area, texts]) => [area, compileAll(texts)]));
}

/** Compiles the texts of an area. */
export function compileAll(texts: Readonly<Record<string, string>>): Record<string, CompiledMessage> {
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, compile(text)]));
}

/**
 * The compiled English texts for guests, which are in the Worker's bundle. The file is committed, so that types and unit tests
 * need no build.
 */
export const ENGLISH_PATH = "src/i18n/english-catalogue.ts";

/** Returns the module with the English texts for guests, one text per line. */
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

/** Writes the module only if its texts have changed, because each write starts a build of `wrangler dev`. */
export function updateEnglish(root: string): void {
  const [path, source] = [join(root, ENGLISH_PATH), renderEnglish(root)];
  if (readFileSync(path, "utf8") !== source) writeFileSync(path, source);
}
