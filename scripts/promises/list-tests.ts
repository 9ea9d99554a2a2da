import ts from "typescript";

const TESTS = new Set(["it", "test"]);

/** A test of a file. */
export interface TestCase {
  /** The title after its groups: `group › title`. For `.each`, the template of the titles. */
  title: string;
  /** The comments above it, each with its delimiters. */
  comments: string[];
  /** Offset of its statement in the text. */
  position: number;
}

/** The tests of a file, in order. */
export function listTests(path: string, text: string): TestCase[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const tests: TestCase[] = [];
  function visit(node: ts.Node, groups: readonly string[]): void {
    const called = ts.isCallExpression(node) ? namedCall(node) : null;
    const within = called ? [...groups, called.title] : groups;
    if (called && TESTS.has(called.name)) {
      const statement = statementOf(node);
      const ranges = ts.getLeadingCommentRanges(text, statement.getFullStart()) ?? [];
      const comments = ranges.map(({ pos, end }) => text.slice(pos, end));
      tests.push({ title: within.join(" › "), comments, position: statement.getStart(source) });
    } else {
      ts.forEachChild(node, (child) => visit(child, within));
    }
  }
  visit(source, []);
  return tests;
}

/** The title in a call of `describe`, `it` or `test`, also with `.each` or another modifier. */
function namedCall(call: ts.CallExpression): { name: string; title: string } | null {
  const [title] = call.arguments;
  const name = rootOf(call.expression);
  if (title === undefined || !ts.isStringLiteralLike(title)) return null;
  return name === "describe" || TESTS.has(name) ? { name, title: title.text } : null;
}

function rootOf(expression: ts.Expression): string {
  if (ts.isIdentifier(expression)) return expression.text;
  if (ts.isPropertyAccessExpression(expression) || ts.isCallExpression(expression))
    return rootOf(expression.expression);
  return "";
}

function statementOf(node: ts.Node): ts.Node {
  let statement = node;
  while (!ts.isStatement(statement) && statement.parent !== undefined) statement = statement.parent;
  return statement;
}
