import { pseudo } from "../kernel/pseudo.ts";
import { directionOf, intlTagOf, type Locale, PSEUDO } from "./languages.ts";

/** The value of a placeholder. */
export type Value = string | number;
export type Values = Readonly<Record<string, Value>>;
/** The beginning or end of markup such as `{#strong}…{/strong}`. */
interface Markup {
  markup: string;
  kind: "open" | "close";
}
/** A part of a formatted text. */
export type Part = string | Markup;

/** Words, a variable with the function `:number` where the text says so, or markup. */
export type PatternPart = string | readonly [variable: string, function?: "number"] | Markup;
export type Pattern = readonly PatternPart[];
/** A variable by which a variant is chosen: by number and plural unless it is a word. */
export type Selector = readonly [variable: string, function?: "string"];
/**
 * A text as the build compiles it (scripts/i18n/catalogues.ts): words alone, a pattern, or a pattern for each variant.
 * A key that is null fits every value.
 */
export type CompiledMessage =
  | string
  | Pattern
  | { by: readonly Selector[]; variants: readonly (readonly [keys: readonly (string | null)[], pattern: Pattern])[] };

const RTL_LETTER = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const FIRST_STRONG_ISOLATE = "\u2068";
const POP_ISOLATE = "\u2069";

/** Formats messages for the readers of a locale. A variable without a value stands in the text by its name. */
export function messageFormatter(locale: Locale): (message: CompiledMessage, values: Values) => readonly Part[] {
  const tag = intlTagOf(locale);
  // MessageFormat's own `:number` makes both for each formatted text, which takes a hundred times longer than the rest.
  let numbers: Intl.NumberFormat | undefined;
  let plurals: Intl.PluralRules | undefined;
  const numberText = (value: number): string => {
    numbers ??= new Intl.NumberFormat(tag);
    return numbers.format(value);
  };
  const pluralOf = (value: number): string => {
    plurals ??= new Intl.PluralRules(tag);
    return plurals.select(value);
  };
  const words = locale === PSEUDO ? pseudo : (text: string) => text;
  const isolate = isolation(locale);
  const format = (pattern: Pattern, values: Values): Part[] =>
    pattern.map((part) => {
      if (typeof part === "string") return words(part);
      if ("markup" in part) return part;
      const [name, kind] = part;
      const value = values[name];
      if (value === undefined) return `{$${name}}`;
      return typeof value === "number" || kind === "number" ? numberText(Number(value)) : isolate(value);
    });
  return (message, values) => {
    if (typeof message === "string") return [words(message)];
    if (!("by" in message)) return format(message, values);
    const keys = message.by.map(([name, kind]): readonly string[] => {
      const value = values[name] ?? "";
      return kind === "string" ? [String(value)] : [String(value), pluralOf(Number(value))];
    });
    return format(bestOf(message.variants, keys), values);
  };
}

type Variants = Extract<CompiledMessage, { by: unknown }>["variants"];

/**
 * The variant whose keys fit best, the first selector first: an exact number before its plural, that before any value.
 */
function bestOf(variants: Variants, values: readonly (readonly string[])[]): Pattern {
  let best: { ranks: number[]; pattern: Pattern } | undefined;
  for (const [keys, pattern] of variants) {
    const ranks = values.map((fitting, at) => rankOf(keys[at] ?? null, fitting));
    if (ranks.includes(-1)) continue;
    const at = best === undefined ? 0 : ranks.findIndex((rank, index) => rank !== best?.ranks[index]);
    if (best === undefined || (at >= 0 && (ranks[at] ?? 0) < (best.ranks[at] ?? 0))) best = { ranks, pattern };
  }
  return best?.pattern ?? [];
}

/** Rank of a key: lower fits better, -1 does not fit. */
function rankOf(key: string | null, fitting: readonly string[]): number {
  return key === null ? fitting.length : fitting.indexOf(key);
}

/**
 * Keeps a name in letters of the other direction from reordering the sentence around it. Isolates only some values,
 * because isolation breaks links in plain text: programs that detect links include the mark in the URL.
 */
function isolation(locale: Locale): (value: string) => string {
  const isRtl = directionOf(locale) === "rtl";
  return (value) => {
    if (value === "" || /^https?:/.test(value)) return value;
    return isRtl || RTL_LETTER.test(value) ? `${FIRST_STRONG_ISOLATE}${value}${POP_ISOLATE}` : value;
  };
}
