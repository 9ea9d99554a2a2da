import { type Context, Hono } from "hono";
import type { StaticEnv } from "../../http/app-env.ts";
import { notFound } from "../../kernel/errors.ts";
import { NO_PERMISSIONS, NONCE, REPORTING_ENDPOINTS } from "../page-policy.ts";

/** A year: the names of these files have a hash of their content. */
const ASSET_CACHE = "public, max-age=31536000, immutable";
const PAGE = "/app/";

/**
 * Serves the hosts' console and its files. Every path below `/app` gets the same page, whose script shows the path's
 * screen. The Worker renders the page, because each response needs its own nonce.
 */
export const consoleRoutes = new Hono<StaticEnv>();

// A file of an earlier deployment is 404: the page in its place would be read as a script.
consoleRoutes.get("/app/assets/*", async (c) => {
  const response = await asset(c, c.req.path);
  response.headers.set("Cache-Control", ASSET_CACHE);
  return response;
});

// Addresses of pages before the console: bookmarks and links in sent emails lead here.
consoleRoutes.get("/login", (c) => c.redirect("/app/sign-in"));
consoleRoutes.get("/account/security", (c) => c.redirect("/app/account/security"));
consoleRoutes.get("/live/:eventId", (c) => c.redirect(`/app/events/${encodeURIComponent(c.req.param("eventId"))}`));

consoleRoutes.get("/app", servePage);
consoleRoutes.get("/app/*", servePage);

async function servePage(c: Context<StaticEnv>): Promise<Response> {
  const nonce = crypto.randomUUID();
  const page = await (await asset(c, PAGE)).text();
  c.header("Content-Security-Policy", policy(nonce, new URL(c.req.url).origin, c.var.ctx.config.PUBLIC_URL));
  c.header("Reporting-Endpoints", REPORTING_ENDPOINTS);
  c.header("Cache-Control", "no-store");
  c.header("Permissions-Policy", NO_PERMISSIONS);
  c.header("Cross-Origin-Opener-Policy", "same-origin");
  c.header("X-Robots-Tag", "noindex");
  return c.html(page.replaceAll(NONCE, nonce));
}

/**
 * Content-Security-Policy of the console. Inline scripts and styles need the nonce; React Aria adds the nonce to the
 * style element that it creates. Screens load their files from `/app/assets/` when they open.
 */
function policy(nonce: string, origin: string, publicUrl: string): string {
  const files = `${origin}/app/assets/`;
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' ${files}`,
    `style-src 'nonce-${nonce}' ${files}`,
    // `blob:` shows an image that a host has chosen but not uploaded yet.
    "img-src 'self' data: blob:",
    "font-src 'self'",
    // Only `/app/frame` can be framed: every other page forbids it.
    "frame-src 'self'",
    // In some browsers 'self' does not include WebSockets of this origin.
    `connect-src 'self' ${publicUrl.replace(/^http/, "ws")}`,
    "form-action 'self'",
    "base-uri 'none'",
    "report-to csp",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** @throws AppError 404 */
async function asset(c: Context<StaticEnv>, path: string): Promise<Response> {
  const found = await c.env.ASSETS.fetch(new URL(path, "https://assets.invalid"));
  if (!found.ok) throw notFound();
  return new Response(found.body, found);
}
