import { Hono } from "hono";
import { html } from "hono/html";
import type { AppEnv } from "../../http/app-env.ts";
import { notFound } from "../../kernel/errors.ts";

/** A day: the files change only with a deployment. */
const ASSET_CACHE = "public, max-age=86400";

/**
 * `/openapi.json`, and Swagger UI at `/docs`.
 * @param describe builds the document; called once per isolate
 */
export function referenceRoutes(describe: (serverUrl: string) => object): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  let document: string | null = null;

  routes.get("/openapi.json", (c) => {
    document ??= JSON.stringify(describe(c.var.ctx.config.PUBLIC_URL));
    return c.body(document, 200, { "Content-Type": "application/json", "Cache-Control": "public, max-age=300" });
  });

  routes.get("/docs", (c) => {
    const nonce = crypto.randomUUID();
    c.header("Content-Security-Policy", policy(nonce));
    return c.html(page(nonce));
  });

  routes.get("/docs/assets/:file", async (c) => {
    const asset = await c.env.ASSETS.fetch(new URL(c.req.path, "https://assets.invalid"));
    if (!asset.ok) throw notFound();
    const response = new Response(asset.body, asset);
    response.headers.set("Cache-Control", ASSET_CACHE);
    return response;
  });

  return routes;
}

/** Swagger UI needs inline styles; of scripts its own file and the line that starts it are allowed. */
function policy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

function page(nonce: string) {
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Usher API</title>
    <link rel="stylesheet" href="/docs/assets/swagger-ui.css" />
    <link rel="icon" href="/docs/assets/favicon-32x32.png" />
  </head>
  <body>
    <div id="reference"></div>
    <script src="/docs/assets/swagger-ui-bundle.js"></script>
    <script nonce="${nonce}">
      SwaggerUIBundle({ url: "/openapi.json", dom_id: "#reference", deepLinking: true, validatorUrl: null });
    </script>
  </body>
</html>`;
}
