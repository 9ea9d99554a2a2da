import type { Result } from "hono/router";
import { TrieRouter } from "hono/router/trie-router";
import { describe, expect, it } from "vitest";
import { app } from "../../src/app.ts";
import { DividedRouter } from "../../src/http/divided-router.ts";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];
const AN_ID = "0198b0a0-1111-7222-8333-444455556666";

/** Every route with what may stand in for its parameters, and pairs of names that no route has. */
function samplePaths(): string[] {
  const patterns = [...new Set(app.routes.map(({ path }) => path))];
  const names = [...new Set(patterns.flatMap((path) => path.split("/")))].filter((name) => /^[a-z-]+$/.test(name));
  const filled = patterns.flatMap((path) =>
    [AN_ID, "attention", "check-in", "9.png"].map((value) =>
      path.replaceAll(/:\w+(\{[^}]*\})?/g, value).replace("*", "a/b"),
    ),
  );
  const unknown = names.flatMap((name, index) => [
    `/${name}`,
    `/${name}/${AN_ID}/${names.at(-index)}`,
    `/${AN_ID}/${name}/x`,
  ]);
  return [...new Set(["/", ...filled.flatMap((path) => [path, `${path}/`, `${path}/more`]), ...unknown])];
}

/** The names of the handlers and the parameters of each. */
function found<T>([handlers, captures]: Result<T>): unknown {
  return handlers.map(([handler, params]) => [
    handler,
    Object.fromEntries(
      Object.entries(params).map(([name, value]) => [name, captures?.[value as number] ?? value] as const),
    ),
  ]);
}

describe("DividedRouter", () => {
  it("finds for each path what Hono's own router finds over all routes", () => {
    const [own, reference] = [new DividedRouter<string>(), new TrieRouter<string>()];
    for (const [index, { method, path }] of app.routes.entries()) {
      for (const router of [own, reference]) router.add(method, path, `${index} ${method} ${path}`);
    }
    const paths = samplePaths();
    expect(paths.length).toBeGreaterThan(1_000);
    for (const method of METHODS) {
      for (const path of paths) {
        expect([method, path, found(own.match(method, path))]).toEqual([
          method,
          path,
          found(reference.match(method, path)),
        ]);
      }
    }
  });

  it("serves the app", () => {
    expect(app.router).toBeInstanceOf(DividedRouter);
  });
});
