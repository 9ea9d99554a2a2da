import { MessageFormat } from "messageformat";
import { pseudo } from "../../../src/kernel/pseudo.ts";
import type { Area, Key } from "./areas.ts";
import { languageOf, readLocale } from "./locale.ts";

/** What a placeholder of a text may be given. */
export type Value = string | number;
/** The parts of a formatted text: strings, and the markup around some of them, such as `{#link}…{/link}`. */
export type Part = string | { markup: string; kind: "open" | "close" };

export const locale = readLocale();
const language = languageOf(locale);

const files = import.meta.glob<{ default: Record<string, string> }>("./*/*.json");
const loaded = new Map<Area, Record<string, string>>();
/** Parsed once: parsing a text takes far longer than formatting it. */
const parsed = new Map<string, MessageFormat>();

/** Loads the texts of an area. A screen's are loaded beside its code, by the router. */
export async function loadTexts(area: Area): Promise<void> {
  if (loaded.has(area)) return;
  const file = files[`./${language}/${area}.json`];
  if (file === undefined) throw new Error(`The catalogue has no texts of ${area} in ${language}.`);
  loaded.set(area, (await file()).default);
}

/** A text as plain words; markup is left out. */
export function format<A extends Area>(area: A, key: Key<A>, values?: Record<string, Value>): string {
  return partsOf(area, key, values)
    .filter((part) => typeof part === "string")
    .join("");
}

/** A text in parts, for those with markup. @throws Error if the area is not loaded: the router loads a screen's */
export function partsOf<A extends Area>(area: A, key: Key<A>, values?: Record<string, Value>): Part[] {
  const parts: Part[] = [];
  for (const part of messageOf(area, key).formatToParts(values)) {
    if (part.type === "markup") {
      if (part.kind !== "standalone") parts.push({ markup: part.name, kind: part.kind });
    } else if (part.type === "text") parts.push(language === locale ? part.value : pseudo(part.value));
    else if (part.type !== "bidiIsolation") parts.push(textOf(part));
  }
  return parts;
}

function textOf(part: object): string {
  if ("value" in part) return String(part.value);
  if ("parts" in part && Array.isArray(part.parts)) return part.parts.map(textOf).join("");
  return "source" in part ? String(part.source) : "";
}

function messageOf(area: Area, key: string): MessageFormat {
  const name = `${area} ${key}`;
  const known = parsed.get(name);
  if (known !== undefined) return known;
  const source = loaded.get(area)?.[key];
  if (source === undefined) throw new Error(`The texts of ${area} have no ${key}, or are not loaded.`);
  const message = new MessageFormat(language, source, { bidiIsolation: "none" });
  parsed.set(name, message);
  return message;
}
