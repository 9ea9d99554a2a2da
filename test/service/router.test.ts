import { OpenAPIHono } from "@hono/zod-openapi";
import { describe, expect, it } from "vitest";
import { app, ROUTES } from "../../src/app.ts";
import type { AppEnv } from "../../src/http/app-env.ts";
import { mount } from "../../src/http/mount.ts";
import { some } from "../support/rounds.ts";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];
const AN_ID = "0198b0a0-1111-7222-8333-444455556666";
const SHUFFLES = some(3, 20);

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

/** The handlers for each method and path, in the order in which they run. */
function chosenRoutes(groups: typeof ROUTES, paths: readonly string[]): unknown[] {
  const mounted = new OpenAPIHono<AppEnv>();
  mount(mounted, groups);
  return METHODS.flatMap((method) => paths.map((path) => [method, path, handlersFor(mounted, method, path)]));
}

function handlersFor(
  { router }: OpenAPIHono<AppEnv>,
  method: string,
  path: string,
): [number | undefined, string, string][] {
  return router.match(method, path)[0].map(([[handler, route]]) => [HANDLERS.get(handler), route.method, route.path]);
}

/** A number for each handler, by which results are compared: mounting keeps a handler's identity. */
const HANDLERS = new Map(ROUTES.flatMap(({ routes }) => routes.map(({ handler }) => handler)).map((h, i) => [h, i]));

function shuffled<T>(values: readonly T[], seed: number): T[] {
  const keyed = values.map((value, index) => ({ value, key: Math.sin(seed * 1_000 + index) }));
  return keyed.sort((a, b) => a.key - b.key).map(({ value }) => value);
}

describe("routes", () => {
  it("returns the same responses for every order in which the areas are mounted", { tags: "rounds" }, () => {
    const paths = samplePaths();
    expect(paths.length).toBeGreaterThan(1_000);
    const expected = chosenRoutes(ROUTES, paths);
    for (let seed = 1; seed <= SHUFFLES; seed++) {
      expect(chosenRoutes(shuffled(ROUTES, seed), paths)).toEqual(expected);
    }
  });

  it.each([
    ["GET", "/events/attention"],
    ["GET", "/events/:eventId/guests/template"],
    ["DELETE", "/events/:eventId/collaborators/me"],
  ])("finds the name before the parameter: %s %s", (method, pattern) => {
    const found = handlersFor(app, method, pattern.replaceAll(":eventId", AN_ID));
    expect(found.find(([, , path]) => !path.endsWith("*"))).toEqual([expect.any(Number), method, pattern]);
  });
});
