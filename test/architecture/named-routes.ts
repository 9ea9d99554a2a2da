import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { rootOf } from "../../scripts/check/phrases.ts";

/** A route in the title of a test or a group: `GET /events/{eventId}`. */
const ROUTE = /\b(?:GET|POST|PUT|PATCH|DELETE) \/[^\s,]*/g;

/** A route that a title names. */
export interface NamedRoute {
  /** Method and path, such as `GET /events/{eventId}`. */
  route: string;
  /** `test/door/check-in.test.ts:12`. */
  place: string;
}

/** Returns the routes in the titles of a test file. */
export function routesNamedIn(path: string, text: string): NamedRoute[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: NamedRoute[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ["describe", "it", "test"].includes(rootOf(node))) {
      const [title] = node.arguments;
      if (title !== undefined && ts.isStringLiteralLike(title)) {
        const place = `${path}:${source.getLineAndCharacterOfPosition(title.getStart()).line + 1}`;
        for (const [route] of title.text.matchAll(ROUTE)) found.push({ route: route.replace(/[:.]$/, ""), place });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Returns the routes in the titles of all tests. */
export function namedRoutes(root: string): NamedRoute[] {
  return readdirSync(join(root, "test"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => `test/${name.replaceAll("\\", "/")}`)
    .flatMap((path) => routesNamedIn(path, readFileSync(join(root, path), "utf8")));
}

/**
 * Returns what is wrong: operations that no title names, and titles that name a route that does not exist.
 * @param operations the operations of the OpenAPI document
 * @param others routes that the document does not describe; also without methods
 */
export function faultsOfTitles(
  named: readonly NamedRoute[],
  operations: readonly string[],
  others: ReadonlySet<string>,
): string[] {
  const routes = new Set(named.map(({ route }) => route));
  const known = new Set(operations);
  return [
    ...operations
      .filter((operation) => !routes.has(operation))
      .map((operation) => `No title of a test names "${operation}": add it to the title of the test that proves it.`),
    ...named
      .filter(({ route }) => !known.has(route) && !others.has(route.replace(/^\w+ /, "")))
      .map(
        ({ route, place }) => `${place} names "${route}", which does not exist: write it as in the OpenAPI document.`,
      ),
  ];
}
