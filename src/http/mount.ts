import { OpenAPIHono } from "@hono/zod-openapi";
import type { Hono } from "hono";
import type { AppEnv, StaticEnv } from "./app-env.ts";

/**
 * Adds routes to an app, independent of the order of the groups: first middleware, then names before parameters
 * (`/events/attention` before `/events/:eventId`), and wildcards last. Hono uses the first route that matches.
 */
export function mount(app: OpenAPIHono<AppEnv>, groups: readonly (Hono<AppEnv> | Hono<StaticEnv>)[]): void {
  const all = new OpenAPIHono<AppEnv>();
  // A group of files uses less of the same environment.
  for (const group of groups) all.route("/", group as Hono<AppEnv>);
  all.routes.sort((a, b) => (rankOf(a) < rankOf(b) ? -1 : Number(rankOf(a) > rankOf(b))));
  app.route("/", all);
}

function rankOf({ method, path }: { method: string; path: string }): string {
  if (method === "ALL") return "";
  return path.replace(/[^/]+/g, (segment) => (segment === "*" ? "2" : segment.startsWith(":") ? "1" : "0"));
}
