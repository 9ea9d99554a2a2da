import { type Context, Hono } from "hono";
import type { StaticEnv } from "../../http/app-env.ts";
import { AppError, notFound } from "../../kernel/errors.ts";
import { log } from "../../kernel/log.ts";

/** A day: the address of a file changes with its content. */
const ASSET_CACHE = "public, max-age=86400";
const PAGE_CACHE = "public, max-age=300";
/** Placeholder for the service's URL in the built pages, see scripts/reference/document.ts. */
const EXAMPLE_ORIGIN = "https://usher.example";
/** Scripts and styles are files of this origin; nothing is inline. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** The OpenAPI document and the API reference. The build makes both from the routes: see scripts/reference/. */
export const docsRoutes = new Hono<StaticEnv>();

docsRoutes.get("/openapi.json", async (c) => {
  const text = await textFor(c, "openapi.json").catch((error: unknown) => {
    // The build always writes the file, so a deployment without it is broken.
    log("error", "openapi_missing", {}, error);
    throw new AppError("unavailable");
  });
  return c.body(text, 200, { "Content-Type": "application/json", "Cache-Control": PAGE_CACHE });
});
docsRoutes.get("/docs", (c) => servePage(c, "start"));
docsRoutes.get("/docs/:page{[a-z-]+}", (c) => servePage(c, `pages/${c.req.param("page")}`));
docsRoutes.get("/docs/assets/:file", async (c) => {
  const asset = await fetchAsset(c, `assets/${c.req.param("file")}`);
  const response = new Response(asset.body, asset);
  response.headers.set("Cache-Control", ASSET_CACHE);
  return response;
});

/** Responds with a page whose examples have the address of this service. */
async function servePage(c: Context<StaticEnv>, name: string): Promise<Response> {
  return c.html(await textFor(c, name), 200, {
    "Cache-Control": PAGE_CACHE,
    "Content-Security-Policy": POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
  });
}

/** A built text, with the address of this service. */
async function textFor(c: Context<StaticEnv>, path: string): Promise<string> {
  const text = await (await fetchAsset(c, path)).text();
  return text.replaceAll(EXAMPLE_ORIGIN, c.var.ctx.config.PUBLIC_URL);
}

async function fetchAsset(c: Context<StaticEnv>, path: string): Promise<Response> {
  const asset = await c.env.ASSETS.fetch(new URL(`/docs/${path}`, "https://assets.invalid"));
  if (!asset.ok) throw notFound();
  return asset;
}
