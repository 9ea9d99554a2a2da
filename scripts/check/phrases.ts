import ts from "typescript";

/** A phrase that the project's English avoids. */
export interface Phrase {
  pattern: RegExp;
  /** Advice for the writer. */
  advice: string;
  /** The kinds of text that are checked; all by default. */
  kinds?: Kind[];
  /** Texts that may have the phrase. */
  allows?: (prose: Prose) => boolean;
  /** Number of texts that still have the phrase. It may only fall: `node scripts/check/vocabulary.ts --lower` lowers it. */
  ceiling: number;
}

// biome-ignore format: one phrase per line
export const PHRASES: Phrase[] = [
  { ceiling: 0, pattern: /\b(is|are|was|were|be|been|gets?) told\b(?! apart)/i, advice: "notify, email, return or pass" },
  { ceiling: 0, pattern: /^[Ww](hat|ho|hom|hose|hoever)\b(?!.*\?)/, advice: "name the thing or the person", kinds: ["comment", "group", "api", "string"] },
  { ceiling: 0, pattern: /[.;:] ([Ww]ho|[Ww]hoever|[Ww]hom)\b(?!.*\?)/, advice: "name the person", kinds: ["comment", "api", "string", "docs"] },
  { ceiling: 0, pattern: /\bof (which|whom)\b/i, advice: "use two sentences" },
  { ceiling: 1, pattern: /(?<!there )(?<!answer )\b(is|are|was|were) no (?!longer|more)\w/i, advice: "say what it is, or \"is not a\"" },
  { ceiling: 0, pattern: /^Has (?!to\b|been\b)|^(The same|As )/, advice: "start with the subject or the verb", kinds: ["comment"] },
  { ceiling: 1, pattern: /\bat once\b|\bso (long|many|much)\b(?! (as|that))/i, advice: "immediately, concurrently, or the number", allows: ({ text }) => /\babroad at once\b/.test(text) },
  { ceiling: 2, pattern: /\bof (its|their|our|your) own\b/i, advice: "its own, or a separate" },
  { ceiling: 0, pattern: /\b(from before|of (now|before|then)|the ones? before)\b/i, advice: "the previous, or the current", allows: ({ text }) => text.includes("the one before it") },
  { ceiling: 0, pattern: /\bwhat (became|becomes|came|comes) of\b|\b(is|are|was|were) gone\b/i, advice: "the outcome of; no longer exists" },
  { ceiling: 3, pattern: /\b(anew|besides|crowds?|mend(s|ed|ing)?|nowhere|patience|parcels?|owe[sd]?|ways? in|whoever)\b/i, advice: "use the standard term" },
  { ceiling: 0, pattern: /\bmails\b|\be-mail/i, advice: "emails" },
  { ceiling: 0, pattern: /\b(re)?seal(s|ed|ing)?\b/i, advice: "encrypt or sign", allows: ({ path, text }) => /audit|0012/.test(path) || /chain|audit/i.test(text) },
  { ceiling: 0, pattern: /\bbeside\b/i, advice: "next to, or in addition to", allows: ({ path, text }) => /^(console|src\/pages)\//.test(path) || /\bWorkers? .*beside|beside .*\bdata\b/.test(text) },
  { ceiling: 0, pattern: /^(is|are|was|were|be|that|of|an?|the|in|from|by|with|whose|when|while|as|to|on|at|for)\b|^.{101,}|;/, advice: "start a title with a verb, and state one behaviour", kinds: ["title"] },
  { ceiling: 0, pattern: /^\w+(\(.*\))?!?: (an?|the|what|whether|of|in|one|no|fewer|more|\w+'s?) |^.{73,}|;/, advice: "start the subject of a commit with an imperative, and state one change in at most 72 characters", kinds: ["commit"] },
];

/** Returns the texts with a phrase that they may not have. */
export function hitsOf({ pattern, kinds, allows }: Phrase, texts: readonly Prose[]): Prose[] {
  return texts.filter(
    (prose) =>
      (kinds === undefined || kinds.includes(prose.kind)) && pattern.test(prose.text) && allows?.(prose) !== true,
  );
}

/** Returns a problem per phrase whose number of hits is not its ceiling. */
export function vocabularyProblems(phrases: readonly Phrase[], texts: readonly Prose[]): string[] {
  return phrases.flatMap((phrase) => {
    const hits = hitsOf(phrase, texts);
    const counted = `${phrase.pattern}: ${hits.length} texts, the ceiling is ${phrase.ceiling}`;
    if (hits.length < phrase.ceiling) return [`${counted}. Lower it: node scripts/check/vocabulary.ts --lower`];
    if (hits.length === phrase.ceiling) return [];
    const lines = hits.map(({ path, line, text }) => `  ${path}:${line} ${text.slice(0, 120)}`);
    return [`${counted}. Write instead: ${phrase.advice}\n${lines.join("\n")}`];
  });
}

/**
 * `group` is the title of a `describe`, `title` the title of a test, `api` a text of the OpenAPI document or of an error, `string`
 * any other sentence in code, such as the output of a script, and `commit` the subject of a commit.
 */
type Kind = "comment" | "group" | "title" | "api" | "string" | "docs" | "commit";

/** A text of the project in English, on one line, with `code` in place of code. */
export interface Prose {
  kind: Kind;
  path: string;
  line: number;
  text: string;
}

/** Properties whose values are texts of the OpenAPI document, or of errors. */
const API_PROPERTIES = new Set(["summary", "description", "cause", "cure", "fix", "detail", "message"]);
const TITLES: Record<string, Kind> = { describe: "group", it: "title", test: "title" };
/** Comments for tools. */
const DIRECTIVE = /^(biome-ignore|\/ <reference|@ts-|@vitest|#(end)?region)/;
/** Three words in a row. Other strings are code, such as SQL, class names and headers. */
const SENTENCE = /[A-Za-z]{2,} [a-z]{2,} [a-z]/;
/** Their strings are texts that guests and hosts type, except the messages of failures. */
const TEST_DATA = /^(test|testkit\/fixtures)\//;
/** Quotes of the specification, which cannot be changed. */
const QUOTE = /@spec \d+\.\d+ "(?:(?!"\s*(?:@|$)).)*"/g;

/** Returns the comments, titles and API texts of a module. */
export function proseOfModule(path: string, text: string): Prose[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found = new Map<number, Prose>();
  const add = (kind: Kind, position: number, words: string): void => {
    const line = source.getLineAndCharacterOfPosition(position).line + 1;
    if (words !== "") found.set(position, { kind, path, line, text: withoutCode(words) });
  };
  const addComments = (ranges: readonly ts.CommentRange[] | undefined): void => {
    for (const group of joined(text, ranges ?? [])) {
      const words = group.map(({ pos, end }) => wordsOfComment(text.slice(pos, end))).join(" ");
      if (!DIRECTIVE.test(words)) add("comment", group[0]?.pos ?? 0, words.replaceAll(QUOTE, "").trim());
    }
  };
  const addSentence = (node: ts.Node, words: string): void => {
    const isData = TEST_DATA.test(path) && !isFailureMessage(node);
    const isOther = isData || ts.isTaggedTemplateExpression(node.parent);
    if (!isOther && SENTENCE.test(words)) add("string", node.getStart(source), words.trim());
  };
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node)) {
      addSentence(node, node.text);
      return;
    }
    if (ts.isTemplateExpression(node)) addSentence(node, wordsOfTemplate(node));
    addComments(ts.getLeadingCommentRanges(text, node.getFullStart()));
    addComments(ts.getTrailingCommentRanges(text, node.end));
    if (ts.isStringLiteralLike(node)) {
      const kind = kindOfString(node);
      if (kind === null) addSentence(node, node.text);
      else add(kind, node.getStart(source), node.text);
    }
    // JSDoc nodes are comments, which are read above.
    for (const child of node.getChildren(source)) if (!ts.isJSDoc(child)) visit(child);
  };
  visit(source);
  return [...found.values()];
}

/** Returns the paragraphs, list items and table cells of a Markdown document, without code blocks. */
export function proseOfDocument(path: string, text: string): Prose[] {
  const found: Prose[] = [];
  let isCode = false;
  let isNew = true;
  for (const [index, line] of text.split("\n").entries()) {
    const words = line.trim();
    const last = found.at(-1);
    if (words.startsWith("```")) isCode = !isCode;
    else if (!isCode && words !== "") {
      if (isNew || last === undefined || /^([#>|*-]|\d+\.) ?/.test(words)) {
        const cells = words.split("|").map((cell) => cell.replace(/^([#>*-]+|\d+\.) /, "").trim());
        for (const cell of cells.filter((one) => one !== "")) {
          found.push({ kind: "docs", path, line: index + 1, text: cell });
        }
      } else last.text += ` ${words}`;
    }
    isNew = words === "" || words.startsWith("```");
  }
  return found.map((prose) => ({ ...prose, text: withoutCode(prose.text) }));
}

/** Returns the comments of a file whose comments are lines that begin with a marker. Lines without a gap are one text. */
export function proseOfLines(path: string, text: string, marker: "#" | "--" | "//"): Prose[] {
  const found: Prose[] = [];
  let previous = -1;
  for (const [index, line] of text.split("\n").entries()) {
    const words = line.trim();
    if (!words.startsWith(marker)) continue;
    const content = words.slice(marker.length).trim();
    const last = found.at(-1);
    // A setting that is commented out is not prose.
    if (/^[\w.]+ ?=|^\[|^$/.test(content)) continue;
    if (last !== undefined && previous === index - 1) last.text += ` ${content}`;
    else found.push({ kind: "comment", path, line: index + 1, text: content });
    previous = index;
  }
  return found.map((prose) => ({ ...prose, text: withoutCode(prose.text) }));
}

function wordsOfTemplate({ head, templateSpans }: ts.TemplateExpression): string {
  return head.text + templateSpans.map(({ literal }) => `code${literal.text}`).join("");
}

/** Groups `//` comments on consecutive lines. */
function joined(text: string, ranges: readonly ts.CommentRange[]): ts.CommentRange[][] {
  const groups: ts.CommentRange[][] = [];
  for (const range of ranges) {
    const before = groups.at(-1)?.at(-1);
    const isLine = (one: ts.CommentRange): boolean => one.kind === ts.SyntaxKind.SingleLineCommentTrivia;
    const continues =
      before !== undefined && isLine(before) && isLine(range) && /^\r?\n\s*$/.test(text.slice(before.end, range.pos));
    if (continues) groups.at(-1)?.push(range);
    else groups.push([range]);
  }
  return groups;
}

function wordsOfComment(comment: string): string {
  const lines = comment.replace(/^\/\*+|\*\/$|^\/\//g, "").split("\n");
  return lines
    .map((line) => line.replace(/^\s*\*/, "").trim())
    .join(" ")
    .trim();
}

function kindOfString(node: ts.StringLiteralLike): Kind | null {
  const { parent } = node;
  if (ts.isPropertyAssignment(parent) && parent.initializer === node) {
    return API_PROPERTIES.has(parent.name.getText()) ? "api" : null;
  }
  if (!ts.isCallExpression(parent) || parent.arguments[0] !== node) return null;
  return TITLES[rootOf(parent.expression)] ?? null;
}

/** True for the message of an error or of an `expect`, which people read when a test fails. */
function isFailureMessage({ parent }: ts.Node): boolean {
  if (ts.isNewExpression(parent)) return /Error$/.test(parent.expression.getText());
  return ts.isCallExpression(parent) && parent.expression.getText() === "expect";
}

/** Returns `it` for `it`, `it.only` and `it.each(…)`. */
export function rootOf(expression: ts.Expression): string {
  if (ts.isPropertyAccessExpression(expression) || ts.isCallExpression(expression))
    return rootOf(expression.expression);
  return ts.isIdentifier(expression) ? expression.text : "";
}

function withoutCode(text: string): string {
  return text.replaceAll(/`[^`]*`/g, "code").replaceAll(/\s+/g, " ");
}
