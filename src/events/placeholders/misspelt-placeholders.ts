import { PLACEHOLDERS, type Placeholder } from "./placeholder-names.ts";

/** A placeholder that would not be filled in. */
export interface MisspeltPlaceholder {
  /** The placeholder as the host wrote it. */
  written: string;
  /** The known placeholder, without braces. Null if there is none by this name. */
  meant: Placeholder | null;
}

/** Between the words of a name: `guest name`, `guest-name`, `guest\_name` as Markdown escapes it, or nothing. */
const BETWEEN = String.raw`[ \t\u00a0_\-.\\\u00ad\u200b-\u200d\u2010-\u2015\u2060]{0,4}`;

/** A known name in any spelling, as a whole word. */
const ANY_NAME = `(?<![\\w\\u00c0-\\u024f])(?:${PLACEHOLDERS.map((name) => name.replaceAll("_", BETWEEN)).join("|")})(?![\\w\\u00c0-\\u024f])`;

/** A known name that cannot be an ordinary word. */
const IDENTIFIER = `(?:${PLACEHOLDERS.filter((name) => name.includes("_")).join("|")})`;

const NAME = new RegExp(ANY_NAME, "iu");

/** All quantifiers have bounds, so that a long text of brackets takes no longer than another. */
const FAULTS = [
  // `{name}`, `[[name]]`, `<<name>>`, `{{Name}}`, `${name}`, `<%= name %>`, `{{name}`. Not `[name]=` of a web form.
  String.raw`[$#%@]?[{[<][{[<(%=\\\s]{0,8}${ANY_NAME}[)%=/\\\s]{0,4}(?:[\\ ]{0,2}[}\]>]){1,6}(?!=)`,
  // `{{name` and `name}}`: one side was lost.
  String.raw`\{\{[\\ ]{0,4}${ANY_NAME}`,
  String.raw`${ANY_NAME}[\\ ]{0,4}\}\}`,
  // `%name%` of mail programs.
  `%{1,2}${ANY_NAME}%{1,2}`,
  // Quotes, round brackets and symbols, which may also stand around ordinary words.
  `[(«‹「『【〔《〈%$#|~^@*]{1,2}${IDENTIFIER}[)»›」』】〕》〉%$#|~^@*]{1,2}`,
  // The name alone, or between any other characters. Not `?name=` or `/name/` of a link, or `[name]=` of a web form.
  `(?<![\\w?&/#=.-])${IDENTIFIER}(?![\\w=/]|\\]=)`,
  // `*|FNAME|*` of mail programs, whatever its name.
  String.raw`\*\|[^|\n]{1,50}\|\*`,
].map((source) => new RegExp(source, "giu"));

const CORRECT = new RegExp(`(?<!\\{)\\{\\{[^\\S\\n]*(?:${PLACEHOLDERS.join("|")})[^\\S\\n]*\\}\\}(?!\\})`, "gu");

/** The full-width forms of ASCII, U+FF01 to U+FF5E. */
const FULL_WIDTH = /[\uff01-\uff5e]/g;
const FULL_WIDTH_OFFSET = 0xfee0;

/** Replaces correct placeholders, with the same length. */
const BLANK = "\u0000";

/**
 * Returns the placeholders of a text that guests would read instead of a value: a known name in other brackets or in
 * another spelling. Ordinary words in brackets are none. Unknown names in `{{}}` are not included.
 */
export function misspeltPlaceholders(text: string): MisspeltPlaceholder[] {
  const narrow = text.replace(FULL_WIDTH, (wide) => String.fromCharCode(wide.charCodeAt(0) - FULL_WIDTH_OFFSET));
  // A correct placeholder in full-width braces is not filled in, so only the text as written counts.
  const rest = blankCorrect(text, narrow);
  const found = new Map<string, MisspeltPlaceholder>();
  let left = rest;
  for (const fault of FAULTS) {
    for (const { 0: match, index } of left.matchAll(fault)) {
      const written = text.slice(index, index + match.length).trim();
      found.set(written, { written, meant: nameIn(match) });
    }
    left = left.replace(fault, (match) => BLANK.repeat(match.length));
  }
  return [...found.values()];
}

/** Blanks out what is a correct placeholder in the text as written. */
function blankCorrect(text: string, narrow: string): string {
  let rest = narrow;
  for (const { 0: match, index } of text.matchAll(CORRECT)) {
    rest = rest.slice(0, index) + BLANK.repeat(match.length) + rest.slice(index + match.length);
  }
  return rest;
}

/** The known placeholder whose name a text has in some spelling. */
function nameIn(match: string): Placeholder | null {
  const letters = (text: string) => text.toLowerCase().replace(/[^a-z]/g, "");
  const [written] = NAME.exec(match) ?? [""];
  return PLACEHOLDERS.find((name) => letters(name) === letters(written)) ?? null;
}
