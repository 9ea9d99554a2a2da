import { MessageFormat } from "messageformat";
import { directionOf, intlTagOf, type Locale, PSEUDO } from "./languages.ts";
import { numberFunction } from "./number-function.ts";
import { pseudo } from "./pseudo.ts";

/** What a placeholder of a text may be given. */
export type Value = string | number;
export type Values = Readonly<Record<string, Value>>;
/** A part of a formatted text: words, or the beginning or end of markup such as `{#strong}…{/strong}`. */
export type Part = string | { markup: string; kind: "open" | "close" };

/** One text of one locale, ready to be formatted. */
export type Message = (values: Values) => readonly Part[];

const RTL_LETTER = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const FIRST_STRONG_ISOLATE = "\u2068";
const POP_ISOLATE = "\u2069";

/** Parses the texts of a locale, which are in Unicode MessageFormat 2. Parsing takes far longer than formatting: keep the result. */
export function messageParser(locale: Locale): (source: string) => Message {
  const tag = intlTagOf(locale);
  const number = numberFunction(tag);
  const words = locale === PSEUDO ? pseudo : (text: string) => text;
  const isolate = isolation(locale);
  return (source) => {
    if (isPlain(source)) {
      const parts = [words(source)];
      return () => parts;
    }
    const message = new MessageFormat(tag, source, { bidiIsolation: "none", functions: { number, integer: number } });
    return (values) => {
      const parts: Part[] = [];
      for (const part of message.formatToParts(isolate(values), () => undefined)) {
        if (part.type === "text") parts.push(words(String(part.value)));
        else if (part.type !== "markup") parts.push(textOf(part));
        else if (part.kind !== "standalone") parts.push({ markup: part.name, kind: part.kind });
      }
      return parts;
    };
  };
}

/** A text without placeholders, markup and variants is its own result. */
function isPlain(source: string): boolean {
  return !/[{}\\]|^\s*\./.test(source);
}

/**
 * Keeps a name in letters of the other direction from reordering the sentence around it. MessageFormat would isolate every
 * value of every text, which also breaks links in plain text: whoever makes links of addresses takes the mark for a part.
 */
function isolation(locale: Locale): (values: Values) => Record<string, Value> {
  const isRtl = directionOf(locale) === "rtl";
  const isolated = (value: Value): Value => {
    if (typeof value === "number" || value === "" || /^https?:/.test(value)) return value;
    return isRtl || RTL_LETTER.test(value) ? `${FIRST_STRONG_ISOLATE}${value}${POP_ISOLATE}` : value;
  };
  return (values) => Object.fromEntries(Object.entries(values).map(([name, value]) => [name, isolated(value)]));
}

function textOf(part: object): string {
  if ("value" in part) return String(part.value);
  if ("parts" in part && Array.isArray(part.parts)) return part.parts.map(textOf).join("");
  return "source" in part ? `{${part.source}}` : "";
}
