/**
 * Words that only lead to a value, in the twelve languages: prepositions, articles, and words for "and". They go with
 * the value. Case is ignored.
 */
const LEADING_WORDS = [
  "at in on to near by from inside around the and @",
  "im in am an auf bei beim vor zu zum zur aus der dem den das die und",
  "à a au aux chez dans sur près de du des la le les et",
  "en el los las cerca del al y",
  "alla allo al ai agli nel nella nello nei presso da dal dalla il lo e",
  "bij te op naar het de",
  "w we na u przy obok do i",
  "em no na nos nas ao à o os as",
  "ve",
  "في عند إلى و",
]
  .join(" ")
  .split(" ");

/** Written without a space before the value. */
const ATTACHED = "à l['’]|[dl]['’]|(?:al|nel|del|dal)l['’]|ب";
const ATTACHED_ANYWHERE = "[在于於到]";

/** Written without a space after the value: Turkish and Japanese endings. */
const ENDINGS = /^(?:['’](?:[dt][ae]n?|[yn]?[aeıi])(?![a-zçğıöşü])|にて|において|で|に|へ|の)/u;

/** Before a word. */
const WORD_START = "^|[\\s([\"'’«„“,;:.!?/–—-]";

const LEADING = new RegExp(
  `(?:(?<=${WORD_START})(?:(?:${LEADING_WORDS.join("|")})[^\\S\\n]{1,3}|${ATTACHED})|${ATTACHED_ANYWHERE})+$`,
  "iu",
);

/** The longest chain of leading words that is looked for. */
const MAX_LEAD = 60;

/** Words between a subject and the value, in the twelve languages. Without the value, their sentence says nothing. */
const IS_WORDS = "is|ist|sind|est|es|è|jest|é|هو|هي|是|为|為|は";
const IS_BEFORE = new RegExp(`(?<=${WORD_START})(?:${IS_WORDS})$|[是为為は]$`, "iu");
const IS_AFTER = new RegExp(`^[^\\S\\n]{0,3}(?:${IS_WORDS})(?=[\\s.,!?]|$)`, "iu");

const SENTENCE = /^[^.!?…。！？]*[.!?…。！？]*/u;
const SENTENCE_END = /[.!?…。！？]/u;
const SEPARATOR_BEFORE = /(?:[^\S\n]{0,3}[,;،、，；·•|/]|[^\S\n]{1,3}[-–—])[^\S\n]{0,3}$/u;
const SEPARATOR_AFTER = /^[^\S\n]{0,3}(?:[,;:：،、，；·•|/]|[-–—](?=\s))[^\S\n]{0,3}/u;
const COLON = /[:：]$/u;
/** Quotes and marks of emphasis before and after a value. */
const OPENED = /["'“”„‚«»‹›‘’「『*_~`]{1,3}$/u;
const CLOSED = /^["'“”«»‹›‘’」』*_~`]{1,3}/u;
/** A pictogram that labels a value: `📍 {{venue}}`. */
const PICTOGRAM = /\p{Extended_Pictographic}\ufe0f?[^\S\n]{0,3}$/u;
const HAS_WORDS = /[\p{L}\p{N}]/u;
const GROUPS = /[^\S\n]{0,3}(?:\(([^()]*)\)|（([^（）]*)）|\[([^[\]]*)\])/gu;

/**
 * Removes a missing value from a text with the phrase that only leads to it: its brackets, comma, preposition and
 * label. A line or sentence that then says nothing is removed too.
 * @param missing stands for each missing value: one character that no text has
 */
export function withoutMissing(text: string, missing: string): string {
  if (!text.includes(missing)) return text;
  const kept: string[] = [];
  let wasDropped = false;
  const lines = text.split("\n");
  for (const [index, line] of lines.entries()) {
    const rest = line.includes(missing) ? withoutMissingInLine(line, missing) : line;
    const isDropped = rest !== line && !HAS_WORDS.test(rest);
    // A line that only labels the value: nothing else stands below it.
    if (isDropped && isLabel(kept.at(-1)) && (isLabel(lines[index + 1]) || !lines[index + 1]?.trim())) kept.pop();
    // Of the blank lines around a line that is dropped, one stays.
    const isSecondBlank = wasDropped && line.trim() === "" && (kept.at(-1) ?? "").trim() === "";
    if (!isDropped && !isSecondBlank) kept.push(rest);
    wasDropped = isDropped;
  }
  return kept.join("\n");
}

/** Whether a line ends like a label. A greeting such as `Hola, {{first_name}}:` is none. */
function isLabel(line: string | undefined): boolean {
  return line !== undefined && COLON.test(line.trim()) && !line.includes("{{");
}

/** Removes the quotes and marks of emphasis around missing values. */
function unquoted(line: string, missing: string): string {
  return line.split(missing).reduce((before, after) => {
    if (!OPENED.test(before.slice(-1)) || !CLOSED.test(after)) return before + missing + after;
    return before.replace(OPENED, "") + missing + after.replace(CLOSED, "");
  });
}

function withoutMissingInLine(line: string, missing: string): string {
  let rest = unquoted(line, missing).replace(GROUPS, (whole, ...inner: (string | undefined)[]) => {
    const content = inner.slice(0, 3).find((part) => part !== undefined) ?? "";
    if (!content.includes(missing)) return whole;
    const left = withoutMissingInLine(content, missing).trim();
    const isEmpty = !HAS_WORDS.test(left);
    return isEmpty ? "" : whole.replace(content, left);
  });
  for (let at = rest.indexOf(missing); at >= 0; at = rest.indexOf(missing)) {
    rest = joined(rest.slice(0, at), rest.slice(at + missing.length));
  }
  return rest;
}

/** Joins what is before and after a missing value. */
function joined(before: string, after: string): string {
  const lead = LEADING.exec(before.slice(-MAX_LEAD))?.[0] ?? "";
  const start = before.slice(0, before.length - lead.length).replace(PICTOGRAM, "");
  const end = after.replace(ENDINGS, "");
  const told = start.trimEnd();
  if (COLON.test(told) || (IS_BEFORE.test(told) && (isSentenceEnd(end) || SEPARATOR_AFTER.test(end))))
    return withoutClause(told, end);
  if (SEPARATOR_BEFORE.test(start)) return close(start.replace(SEPARATOR_BEFORE, ""), end);
  if (told !== "" && !SENTENCE_END.test(told.slice(-1))) return close(start, end);
  if (IS_AFTER.test(end)) return start + end.replace(SENTENCE, "").trimStart();
  const next = end.replace(SEPARATOR_AFTER, "").trimStart();
  const isRaised = lead === "" || lead[0] !== lead[0]?.toLowerCase();
  return `${start}${isRaised ? raised(next) : next}`.replace(/^[^\S\n]+/u, "");
}

/** Removes the label or clause before a missing value. */
function withoutClause(before: string, after: string): string {
  const clause = /[^.!?…。！？,;،、，；·•|]{0,200}$/u.exec(before.slice(-200))?.[0] ?? "";
  const start = before.slice(0, before.length - clause.length);
  if (!isSentenceEnd(after))
    return `${start}${start === "" ? "" : " "}${after.replace(SEPARATOR_AFTER, "").trimStart()}`;
  const isWholeSentence = start === "" || SENTENCE_END.test(start.slice(-1));
  const next = isWholeSentence ? after.trimStart().replace(/^[.!?…。！？]+/u, "") : after;
  return close(start.replace(SEPARATOR_BEFORE, ""), start === "" ? next.trimStart() : next);
}

function isSentenceEnd(after: string): boolean {
  const next = after.trimStart();
  return next === "" || SENTENCE_END.test(next.slice(0, 1));
}

/** Joins two parts with one space, or none before punctuation. */
function close(before: string, after: string): string {
  const hasSpace = /\s$/u.test(before);
  if (after.trim() === "" || /^\s*[.,;:!?…)\]。、，！？）،]/u.test(after)) return before.trimEnd() + after.trimStart();
  return hasSpace ? before + after.trimStart() : before + after;
}

function raised(text: string): string {
  const [first = ""] = text;
  return first.toUpperCase() + text.slice(first.length);
}
