import { type Context, Hono } from "hono";
import type { AppEnv } from "../http/app-env.ts";
import { notFound } from "../kernel/errors.ts";

/** A service worker only fetches the page that it is for, and its script. */
const WORKER_POLICY = "default-src 'none'; connect-src 'self'";

/** The pages' scripts, which scripts/build-assets.ts builds. */
export const assetRoutes = new Hono<AppEnv>();

assetRoutes.get("/assets/:file{[a-z-]+\\.js}", (c) => serveScript(c, c.req.param("file")));

/**
 * Responds with a script. `no-cache` makes browsers revalidate it, mostly with a 304, because a page and its script must
 * come from the same deployment.
 */
export async function serveScript(c: Context<AppEnv>, file: string): Promise<Response> {
  const etag = c.req.header("if-none-match");
  const asset = await c.env.ASSETS.fetch(new URL(`/assets/${file}`, "https://assets.invalid"), {
    headers: etag === undefined ? {} : { "If-None-Match": etag },
  });
  if (!asset.ok && asset.status !== 304) throw notFound();
  const response = new Response(asset.body, asset);
  response.headers.set("Cache-Control", "no-cache");
  return response;
}

/** Responds with the script of a service worker. */
export async function serveWorker(c: Context<AppEnv>, file: string): Promise<Response> {
  const script = await serveScript(c, file);
  script.headers.set("Content-Security-Policy", WORKER_POLICY);
  return script;
}
