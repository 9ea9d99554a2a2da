import { Hono } from "hono";
import type { AppEnv } from "../../env.ts";
import { notFound } from "../../kernel/errors.ts";

/**
 * The pages' scripts, as the build left them. A browser asks each time whether its copy is still the one: a page and
 * its script must be of the same deployment, and the answer is a 304 that nothing waits for.
 */
export const assetRoutes = new Hono<AppEnv>();

assetRoutes.get("/assets/:file{[a-z-]+\\.js}", async (c) => {
  const url = new URL(c.req.path, "https://assets.invalid");
  const asset = await c.env.ASSETS.fetch(url, { headers: conditions(c.req.header("if-none-match")) });
  if (!asset.ok && asset.status !== 304) throw notFound();
  const response = new Response(asset.body, asset);
  response.headers.set("Cache-Control", "no-cache");
  return response;
});

function conditions(etag: string | undefined): Record<string, string> {
  return etag === undefined ? {} : { "If-None-Match": etag };
}
