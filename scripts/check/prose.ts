import ts from "typescript";

/** `group` is the title of a `describe`, `title` the title of a test, `api` a text of the OpenAPI document or of an error. */
export type Kind = "comment" | "group" | "title" | "api" | "docs";

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
/** Quotes of the specification, whose words are fixed. */
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
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node)) return;
    addComments(ts.getLeadingCommentRanges(text, node.getFullStart()));
    addComments(ts.getTrailingCommentRanges(text, node.end));
    if (ts.isStringLiteralLike(node)) {
      const kind = kindOfString(node);
      if (kind !== null) add(kind, node.getStart(source), node.text);
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

/** Groups comments of `//` on consecutive lines into one. */
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

/** Returns `it` for `it`, `it.only` and `it.each(…)`. */
function rootOf(expression: ts.Expression): string {
  if (ts.isPropertyAccessExpression(expression) || ts.isCallExpression(expression))
    return rootOf(expression.expression);
  return ts.isIdentifier(expression) ? expression.text : "";
}

function withoutCode(text: string): string {
  return text.replaceAll(/`[^`]*`/g, "code").replaceAll(/\s+/g, " ");
}
