import ts from "typescript";
import { rootOf } from "../check/phrases.ts";

/** A test as its file's text has it. */
export interface WrittenTest {
  /** The comments directly above it, with their delimiters. */
  comments: string[];
  /** True if `npm test` leaves it out: it, a group around it, or its file has the tag `slow`. */
  isSlow: boolean;
}

/** The tests of a file in order, and the tags that the file does not write as `select-tests.ts` reads them. */
export interface WrittenTests {
  tests: WrittenTest[];
  problems: string[];
}

const TESTS = ["it", "test"];
const TAGS = ["slow", "rounds"];
/** Vitest reads a file's tag anywhere in its text. */
const MODULE_TAG = /(?:\/\/|\*)\s*@module-tag\s+([\w\-/]+)\b/g;

/** Reads the tests and their tags from the syntax tree of a test file. */
export function readTests(path: string, text: string): WrittenTests {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const tests: WrittenTest[] = [];
  const problems: string[] = [];
  /** The `tags` that belong to a test or a group. */
  const read = new Set<ts.Node>();
  const hasSlowTag = (call: ts.CallExpression): boolean => {
    const properties = call.arguments
      .filter(ts.isObjectLiteralExpression)
      .flatMap((options) => [...options.properties]);
    const tags = properties.filter(isTags);
    for (const tag of tags) read.add(tag);
    return tags.some(({ initializer }) => tagsIn(initializer).includes("slow"));
  };
  const visit = (node: ts.Node, isSlow: boolean): void => {
    if (ts.isCallExpression(node) && [...TESTS, "describe"].includes(rootOf(node))) {
      const isSlowHere = hasSlowTag(node) || isSlow;
      if (isTest(node) && ts.isExpressionStatement(node.parent)) {
        const ranges = ts.getLeadingCommentRanges(text, node.parent.getFullStart()) ?? [];
        tests.push({ comments: ranges.map(({ pos, end }) => text.slice(pos, end)), isSlow: isSlowHere });
      } else ts.forEachChild(node, (child) => visit(child, isSlowHere));
    } else ts.forEachChild(node, (child) => visit(child, isSlow));
  };
  const moduleTags = [...text.matchAll(MODULE_TAG)].map(([, tag = ""]) => tag);
  visit(source, moduleTags.includes("slow"));
  if (moduleTags.some((tag) => !text.startsWith(`/** @module-tag ${tag} */\n`) || !TAGS.includes(tag)))
    problems.push(`${path}: write "/** @module-tag slow */" on the first line`);
  const misread = (node: ts.Node): void => {
    if (isTags(node) && tagsIn(node.initializer).length > 0) {
      const isPlain = read.has(node) && ts.isStringLiteral(node.initializer);
      if (!isPlain)
        problems.push(`${path}: write ${node.getText()} as \`tags: "slow"\` in the options of a test or a group`);
    }
    ts.forEachChild(node, misread);
  };
  misread(source);
  return { tests, problems };
}

/** True for a call of `it` or `test` with a title, also with `.each` or another modifier. */
function isTest(call: ts.CallExpression): boolean {
  const [title] = call.arguments;
  return TESTS.includes(rootOf(call)) && title !== undefined && ts.isStringLiteralLike(title);
}

function isTags(node: ts.Node): node is ts.PropertyAssignment {
  return ts.isPropertyAssignment(node) && ts.isIdentifier(node.name) && node.name.text === "tags";
}

/** The tags of tests in a value; other values, such as the tags of a guest, have none. */
function tagsIn(value: ts.Expression): string[] {
  const elements = ts.isArrayLiteralExpression(value) ? [...value.elements] : [value];
  return elements.filter(ts.isStringLiteralLike).flatMap(({ text }) => (TAGS.includes(text) ? [text] : []));
}
