import { Hono } from "hono";
import type { StaticEnv } from "../http/app-env.ts";
import { requestId } from "../http/request-id.ts";
import { securityHeaders } from "../http/security-headers.ts";
import { assetRoutes } from "../pages/assets.ts";
import { frameRoutes } from "../pages/console/frame.ts";
import { consoleRoutes } from "../pages/console/routes.ts";
import { docsRoutes } from "../pages/reference/routes.ts";
import { type EdgeBindings, edgeOf } from "./edge-env.ts";

/** Paths that the edge serves: scripts, the console and the API reference. They are the same for every reader. */
const SERVED = /^\/(assets|app|docs)(\/|$)/;

/** True for a GET or HEAD of a file or page that needs no data. The data Worker rejects other methods. */
export function isStatic(request: Request): boolean {
  return (request.method === "GET" || request.method === "HEAD") && SERVED.test(new URL(request.url).pathname);
}

/** Serves files and pages that need no data, with the data Worker's routes. After a 404 the data Worker answers. */
export const staticPages = new Hono<{
  Bindings: EdgeBindings;
  Variables: StaticEnv["Variables"] & { requestId: string };
}>();

staticPages.use(requestId(), securityHeaders());
staticPages.use(async function provideConfig(c, next) {
  c.set("ctx", { config: edgeOf(c.env).config });
  await next();
});
staticPages.route("/", assetRoutes);
// Before the console, which has every other path below `/app`.
staticPages.route("/", frameRoutes);
staticPages.route("/", consoleRoutes);
staticPages.route("/", docsRoutes);
staticPages.onError((_, c) => c.body(null, 404));
