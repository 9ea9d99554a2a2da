import { describe, expect, test } from "vitest";
import { buildDocument } from "../../scripts/openapi/build-document.ts";
import { UNDESCRIBED } from "../support/undescribed-routes.ts";
import { ROOT } from "./modules.ts";
import { faultsOfTitles, namedRoutes, routesNamedIn } from "./named-routes.ts";

const METHODS = ["get", "post", "put", "patch", "delete"] as const;

describe("titles of tests", () => {
  test("name every operation of the OpenAPI document, and no other", () => {
    const operations = Object.entries(buildDocument().paths).flatMap(([path, item]) =>
      METHODS.filter((method) => method in item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(operations.length).toBeGreaterThan(100);
    const pages = new Set([...UNDESCRIBED].map((path) => path.replaceAll(/:(\w+)(?:\{[^}]*\})?/g, "{$1}")));
    expect(faultsOfTitles(namedRoutes(ROOT), operations, pages)).toEqual([]);
  });

  test("must name an operation that a new route adds, and none that is removed", () => {
    const text = 'describe("GET /a/{id}: it", () => { it.each([1])("returns it: POST /b, PUT /c", () => {}); });';
    const named = routesNamedIn("test/a.test.ts", text);
    expect(named.map(({ route }) => route)).toEqual(["GET /a/{id}", "POST /b", "PUT /c"]);
    expect(faultsOfTitles(named, ["GET /a/{id}", "DELETE /b"], new Set(["/c"]))).toEqual([
      'No title of a test names "DELETE /b": add it to the title of the test that proves it.',
      'test/a.test.ts:1 names "POST /b", which does not exist: write it as in the OpenAPI document.',
    ]);
  });
});
