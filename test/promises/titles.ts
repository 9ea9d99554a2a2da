import { readFileSync } from "node:fs";
import ts from "typescript";

const TESTS = new Set(["it", "test"]);

/** The titles of a file's tests, with the groups around them: `group › title`. A title of many cases is its template. */
export function titlesOf(path: string): Set<string> {
  const source = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
  const titles = new Set<string>();
  function visit(node: ts.Node, groups: readonly string[]): void {
    const called = ts.isCallExpression(node) ? namedCall(node) : null;
    const within = called ? [...groups, called.title] : groups;
    if (called && TESTS.has(called.name)) titles.add(within.join(" › "));
    else ts.forEachChild(node, (child) => visit(child, within));
  }
  visit(source, []);
  return titles;
}

/** What a call names, when it is one of `describe`, `it` or `test`, also with `.each` or another word behind it. */
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
