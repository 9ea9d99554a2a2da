import type { Context, Hono } from "hono";
import { notFound } from "../kernel/errors.ts";
import type { AppEnv } from "./app-env.ts";
import { errorResponse, problem } from "./error-response.ts";

/**
 * The response where no route matches: 405 with `Allow` when the path exists with other methods, else 404.
 * @returns a handler for `app.notFound`
 */
export function unmatched(app: Hono<AppEnv>): (c: Context<AppEnv>) => Response {
  let patterns: { method: string; pattern: RegExp }[] | null = null;
  return function respondUnmatched(c) {
    patterns ??= app.routes
      .filter((route) => route.method !== "ALL")
      .map((route) => ({ method: route.method, pattern: toPattern(route.path) }));
    const allowed = new Set(patterns.filter(({ pattern }) => pattern.test(c.req.path)).map(({ method }) => method));
    if (allowed.size === 0) return errorResponse(c, notFound());
    if (allowed.has("GET")) allowed.add("HEAD");
    return problem(c, {
      status: 405,
      code: "method_not_allowed",
      detail: "This path doesn't support the method. Use one of `Allow`.",
      headers: { Allow: [...allowed].sort().join(", ") },
    });
  };
}

function toPattern(path: string): RegExp {
  const source = path.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll(/:[A-Za-z_]+/g, "[^/]+");
  return new RegExp(`^${source}$`);
}
