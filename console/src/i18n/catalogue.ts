import { PSEUDO } from "../../../src/i18n/languages.ts";
import { type CompiledMessage, messageFormatter, type Part, type Values } from "../../../src/i18n/message.ts";
import type { Area, Key } from "./areas.ts";
import { languageOf, readLocale } from "./locale.ts";

export const locale = readLocale();
const language = languageOf(locale);

const formatMessage = messageFormatter(language === locale ? language : PSEUDO);

/** `console/vite.config.ts` compiles the texts. */
const files = import.meta.glob<{ default: Record<string, CompiledMessage> }>("./*/*.json");
const loaded = new Map<Area, Record<string, CompiledMessage>>();

/** Loads the texts of an area. The router loads those of a screen with its code. */
export async function loadTexts(area: Area): Promise<void> {
  if (loaded.has(area)) return;
  const file = files[`./${language}/${area}.json`];
  if (file === undefined) throw new Error(`The catalogue has no texts of ${area} in ${language}.`);
  loaded.set(area, (await file()).default);
}

/** Returns a text without its markup. */
export function format<A extends Area>(area: A, key: Key<A>, values?: Values): string {
  return partsOf(area, key, values)
    .filter((part) => typeof part === "string")
    .join("");
}

/** Returns a text in parts, with its markup. @throws Error if the area is not loaded */
export function partsOf<A extends Area>(area: A, key: Key<A>, values: Values = {}): readonly Part[] {
  const message = loaded.get(area)?.[key];
  if (message === undefined) throw new Error(`The texts of ${area} have no ${key}, or are not loaded.`);
  return formatMessage(message, values);
}
