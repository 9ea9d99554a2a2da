import { Hono } from "hono";
import type { StaticEnv } from "../http/app-env.ts";
import { requestId } from "../http/request-id.ts";
import { securityHeaders } from "../http/security-headers.ts";
import { assetRoutes } from "../pages/assets.ts";
import { frameRoutes } from "../pages/console/frame.ts";
import { consoleRoutes } from "../pages/console/routes.ts";
import { docsRoutes } from "../pages/reference/routes.ts";
import { type EdgeBindings, edgeOf } from "./edge-env.ts";

/** What of it is served at the edge: scripts, the console and the API reference, which are the same for everybody. */
const SERVED = /^\/(assets|app|docs)(\/|$)/;

/** Whether a request is for a file or page that needs no data. Other methods are refused by the data Worker. */
export function isStatic(request: Request): boolean {
  return (request.method === "GET" || request.method === "HEAD") && SERVED.test(new URL(request.url).pathname);
}

/** The files and pages that need no data, by the data Worker's own routes. Its 404 means that the data Worker answers. */
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
