import type { Context } from "hono";
import { raw } from "hono/html";
import type { Child } from "hono/jsx";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { AppEnv } from "../http/app-env.ts";
import { type Brand, type Palette, themeOf } from "../kernel/brand.ts";
import { STYLE } from "./style.ts";

/** The scripts that the build makes; see scripts/build-assets.ts. */
export type PageScript = "invitation" | "scan" | "live" | "account";

/** One page as its maker describes it; everything that all pages share is added here. */
export interface Page {
  title: string;
  body: Child;
  /** The event's colours and font; without them the defaults. */
  brand?: Brand | null;
  /** Adds comfort, or is the page: every form that can do without it does. */
  script?: PageScript;
  /** Which features of the browser the page may use; none unless it says so. */
  permissions?: string;
  /** Marks the body, for what only one page looks like. */
  layout?: "event" | "tool" | "board";
}

/** Headings without a font of the event's own: a book face that every system has one of. */
const DISPLAY = "'Iowan Old Style', 'Palatino Linotype', Palatino, 'Book Antiqua', Georgia, serif";
const NO_PERMISSIONS = "camera=(), geolocation=(), microphone=()";

/**
 * Answers with a page. Its policy lets nothing run, load or be sent anywhere but what this answer marks with its nonce
 * and this origin; see https://www.w3.org/TR/CSP3/.
 */
export function respond(c: Context<AppEnv>, page: Page, status: ContentfulStatusCode = 200): Response {
  const nonce = crypto.randomUUID();
  c.header("Content-Security-Policy", policy(nonce, c.var.ctx.config.PUBLIC_URL));
  c.header("Permissions-Policy", page.permissions ?? NO_PERMISSIONS);
  c.header("Cross-Origin-Opener-Policy", "same-origin");
  // Without a promise in it, a page is a string that is ready.
  return c.html(String(<Shell page={page} nonce={nonce} />), status);
}

function policy(nonce: string, publicUrl: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "img-src 'self' data:",
    // The sockets of this origin are not part of 'self' in every browser.
    `connect-src 'self' ${publicUrl.replace(/^http/, "ws")}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

function Shell({ page, nonce }: { page: Page; nonce: string }) {
  return (
    <>
      {raw("<!doctype html>")}
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
          <meta name="color-scheme" content="light dark" />
          <meta name="robots" content="noindex, nofollow" />
          <title>{page.title}</title>
          <link rel="icon" href="data:," />
          <style nonce={nonce}>{raw(themeStyle(page.brand ?? null) + STYLE)}</style>
          {page.script ? <script type="module" nonce={nonce} src={`/assets/${page.script}.js`} /> : null}
        </head>
        <body class={page.layout ?? "form"}>{page.body}</body>
      </html>
    </>
  );
}

/** The event's looks as variables. Every value is worked out or checked by `themeOf`: none is a host's raw text. */
function themeStyle(brand: Brand | null): string {
  const theme = themeOf(brand);
  const display = brand?.font ? theme.fontStack : DISPLAY;
  const root = [
    `--brand-primary:${theme.button.background}`,
    `--on-brand:${theme.button.text}`,
    `--font:${theme.fontStack}`,
    `--display:${display}`,
    paletteStyle(theme.light),
  ].join(";");
  return `:root{${root}}@media(prefers-color-scheme:dark){:root{${paletteStyle(theme.dark)}}}`;
}

function paletteStyle(palette: Palette): string {
  return Object.entries(palette)
    .map(([name, color]) => `--${name}:${color}`)
    .join(";");
}
