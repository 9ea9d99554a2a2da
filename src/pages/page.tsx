import type { Context } from "hono";
import { raw } from "hono/html";
import type { Child } from "hono/jsx";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { AppEnv } from "../http/app-env.ts";
import type { Texts } from "../i18n/texts.ts";
import type { Brand } from "../kernel/brand.ts";
import { HOST_STYLE } from "./host-style.ts";
import type { LinkImage } from "./link-image.ts";
import { NO_PERMISSIONS, NONCE, pagePolicy, REPORTING_ENDPOINTS } from "./page-policy.ts";
import { STYLE } from "./style.ts";
import { WithTexts } from "./texts.tsx";
import { ornamentOf, themeStyle } from "./theme-style.ts";

/** The scripts that scripts/build-assets.ts builds. */
export type PageScript = "invitation" | "proof" | "scan";

/** The preview of a link in a chat or a social network. */
export interface LinkCard {
  title: string;
  description: string;
  image: LinkImage;
}

/** One page, without what all pages share. */
export interface Page {
  title: string;
  body: Child;
  /** The language of the page. Default: English, as all that only hosts read. */
  texts?: Texts;
  /** The event's colours and font. Default: Usher's. */
  brand?: Brand | null;
  /** Forms work without it, except the scanner. */
  script?: PageScript;
  /** Its script loads Cloudflare Turnstile. */
  hasTurnstile?: boolean;
  /** Style rules after the common ones. */
  style?: string;
  /** The `Permissions-Policy` header. Default: none of camera, geolocation and microphone. */
  permissions?: string;
  /** The preview of a link to this page in a chat or mail program (Open Graph). Default: none. */
  card?: LinkCard;
  /** The class of the body, for styles of one layout. Default: `form`. */
  layout?: "event" | "tool" | "home";
  /** Search engines may list it. Default: no page is listed. */
  isIndexed?: true;
}

/**
 * Responds with a page and its Content-Security-Policy (https://www.w3.org/TR/CSP3/). The policy allows scripts and
 * styles with this response's nonce, and connections, forms and images of this origin.
 */
export function respond(c: Context<AppEnv>, page: Page, status: ContentfulStatusCode = 200): Response {
  const nonce = crypto.randomUUID();
  c.header("Content-Security-Policy", pagePolicy(nonce, c.var.ctx.config.PUBLIC_URL, page.hasTurnstile));
  c.header("Reporting-Endpoints", REPORTING_ENDPOINTS);
  c.header("Content-Language", page.texts?.locale ?? "en");
  c.header("Permissions-Policy", page.permissions ?? NO_PERMISSIONS);
  c.header("Cross-Origin-Opener-Policy", "same-origin");
  // No component is asynchronous, so the page is a string and no promise.
  return c.html(String(<Shell page={page} nonce={nonce} publicUrl={c.var.ctx.config.PUBLIC_URL} />), status);
}

/** A page as a document that is shown elsewhere: without its script and its nonce. */
export function documentOf({ script: _, ...page }: Page): string {
  return String(<Shell page={page} publicUrl="" />);
}

/** A page as a document that is a static file: each response puts its own nonce in place of `NONCE`. */
export function templateOf(page: Page): string {
  return String(<Shell page={page} nonce={NONCE} publicUrl="" />);
}

function Shell({ page, nonce, publicUrl }: { page: Page; nonce?: string; publicUrl: string }) {
  return (
    <>
      {raw("<!doctype html>")}
      <html lang={page.texts?.locale ?? "en"} dir={page.texts?.dir ?? "ltr"}>
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
          <meta name="color-scheme" content="light dark" />
          {page.isIndexed ? null : <meta name="robots" content="noindex, nofollow" />}
          <title>{page.title}</title>
          {page.card ? <Card card={page.card} publicUrl={publicUrl} /> : null}
          <link rel="icon" href="data:," />
          <style nonce={nonce}>{raw(styleOf(page))}</style>
          {page.script ? <script type="module" nonce={nonce} src={`/assets/${page.script}.js`} /> : null}
        </head>
        <body class={page.layout ?? "form"}>
          <WithTexts texts={page.texts}>{page.body}</WithTexts>
        </body>
      </html>
    </>
  );
}

/** An invitation has its own look, and carries nothing of the other pages'. */
function styleOf({ brand = null, texts, layout, style = "" }: Page): string {
  const ownStyle = layout === "event" ? ornamentOf(brand) : HOST_STYLE;
  return themeStyle(brand, texts?.locale ?? "en") + STYLE + ownStyle + style;
}

/** Open Graph, https://ogp.me/, and the kind of card on X. Images have a whole URL there. */
function Card({ card: { title, description, image }, publicUrl }: { card: LinkCard; publicUrl: string }) {
  const { path, width, height } = image;
  return (
    <>
      <meta name="description" content={description} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content="Usher" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:image" content={`${publicUrl}${path}`} />
      {width === undefined ? null : <meta property="og:image:width" content={`${width}`} />}
      {height === undefined ? null : <meta property="og:image:height" content={`${height}`} />}
      <meta property="og:image:alt" content="" />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}
