import { Hono, type HonoRequest } from "hono";
import type { StaticEnv } from "../http/app-env.ts";
import { notFound } from "../kernel/errors.ts";

/** The part of the context that reads static files. Both Workers have it. */
type StaticContext = { env: StaticEnv["Bindings"]; req: HonoRequest };

/** A service worker only fetches the page that it is for, and its script. */
const WORKER_POLICY = "default-src 'none'; connect-src 'self'";
const FOR_GOOD = "public, max-age=31536000, immutable";
const A_DAY = "public, max-age=86400";

/** The pages' scripts, fonts and pictures, which scripts/build-assets.ts builds. */
export const assetRoutes = new Hono<StaticEnv>();

assetRoutes.get("/assets/:file{[a-z-]+\\.js}", (c) => serveScript(c, c.req.param("file")));

/**
 * The fonts of the themes, under a hash of their content. The console shows them in an iframe with an opaque origin.
 */
assetRoutes.get("/assets/fonts/:hash{[0-9a-f]+}/:file{[a-z0-9-]+\\.woff2}", (c) => serveFont(c, FOR_GOOD));

/** Those of their headings, under the names of the themes. */
assetRoutes.get("/assets/fonts/:file{[a-z]+\\.woff2}", (c) => serveFont(c, A_DAY));

function serveFont(c: StaticContext, cache: string): Promise<Response> {
  const headers = { "Cache-Control": cache, "Access-Control-Allow-Origin": "*" };
  return serveStatic(c, c.req.path.slice("/assets/".length), headers);
}

/** The pictures of link previews. */
assetRoutes.get("/assets/cards/:file{[a-z]+\\.png}", (c) =>
  serveStatic(c, `cards/${c.req.param("file")}`, { "Cache-Control": A_DAY }),
);

/**
 * Responds with a script. `no-cache` makes browsers revalidate it, mostly with a 304, because a page and its script must
 * come from the same deployment.
 */
export function serveScript(c: StaticContext, file: string): Promise<Response> {
  return serveStatic(c, file, { "Cache-Control": "no-cache" });
}

async function serveStatic(c: StaticContext, file: string, headers: Record<string, string>): Promise<Response> {
  const etag = c.req.header("if-none-match");
  const asset = await c.env.ASSETS.fetch(new URL(`/assets/${file}`, "https://assets.invalid"), {
    headers: etag === undefined ? {} : { "If-None-Match": etag },
  });
  if (!asset.ok && asset.status !== 304) throw notFound();
  const response = new Response(asset.body, asset);
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}

/** Responds with the script of a service worker. */
export async function serveWorker(c: StaticContext, file: string): Promise<Response> {
  const script = await serveScript(c, file);
  script.headers.set("Content-Security-Policy", WORKER_POLICY);
  return script;
}
