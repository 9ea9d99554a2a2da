import { Hono } from "hono";
import type { StaticEnv } from "../../http/app-env.ts";
import { serveScript } from "../assets.ts";

/**
 * The page in which the console shows the HTML of an email or invitation. An iframe with `srcdoc` would inherit the
 * console's Content-Security-Policy, which blocks their styles. This page has its own policy. It allows inline styles,
 * the service's images and the page's script, but no connections or forms. Its opaque origin (`sandbox`) separates the
 * shown HTML from the session and the console.
 */
export const frameRoutes = new Hono<StaticEnv>();

frameRoutes.get("/app/frame", async (c) => {
  const nonce = crypto.randomUUID();
  // Within the page, because a sandboxed page is cross-origin to this service's files.
  const script = await (await serveScript(c, "frame.js")).text();
  c.header("Content-Security-Policy", policy(nonce, new URL(c.var.ctx.config.PUBLIC_URL).origin));
  c.header("X-Frame-Options", "SAMEORIGIN");
  return c.html(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>Preview</title></head><body><script type="module" nonce="${nonce}">${script}</script></body></html>`,
  );
});

/** @param publicOrigin origin of the images of emails; differs from `self` if the console has its own domain name */
function policy(nonce: string, publicOrigin: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    "style-src 'unsafe-inline'",
    `img-src 'self' ${publicOrigin} data:`,
    "font-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
    "sandbox allow-scripts",
  ].join("; ");
}
