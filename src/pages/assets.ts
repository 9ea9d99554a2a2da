import { type Context, Hono } from "hono";
import type { AppEnv } from "../http/app-env.ts";
import { notFound } from "../kernel/errors.ts";

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
