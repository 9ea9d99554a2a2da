/**
 * Shows every email with sample data in a browser, as HTML on a desktop and a phone, light and dark, and as text.
 *
 *     npm run mail:preview                    PREVIEW_PORT (8026) from the environment
 *
 * The links at the top select the language, `?lang=de`; `en-XA` is the pseudo-locale. Every request renders the email again, so
 * under `node --watch` reloading the page shows a saved template.
 */
import { createServer } from "node:http";
import { html } from "hono/html";
import encodeQR from "qr";
import { LANGUAGES, type Locale, PSEUDO } from "../src/i18n/languages.ts";
import { localeFor } from "../src/i18n/negotiate.ts";
import type { Texts } from "../src/i18n/texts.ts";
import { DOOR_CODE_CONTENT_ID } from "../src/invitations/mails/confirmation.ts";
import type { RenderedMail } from "../src/platform/mail/content.ts";
import { COVER_URL } from "../src/platform/mail/sample-data.ts";
import { readTexts } from "./mail-preview/read-texts.ts";
import { SAMPLES } from "./mail-preview/samples.ts";

const HOST = "127.0.0.1";
const port = Number(process.env.PREVIEW_PORT ?? 8026);

/** The previews of an email. Widths of a reading pane and a common phone, in CSS pixels. */
const VIEWS = [
  { name: "Desktop, light", width: 700, scheme: "light" },
  { name: "Desktop, dark", width: 700, scheme: "dark" },
  { name: "Phone, light", width: 375, scheme: "light" },
  { name: "Phone, dark", width: 375, scheme: "dark" },
];

/** The SVG of each image: the value of `src` in an email → its picture here. */
const IMAGES: Record<string, string> = {
  [`cid:${DOOR_CODE_CONTENT_ID}`]: encodeQR(
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJzYW1wbGUifQ.c2FtcGxlLXNpZ25hdHVyZQ",
    "svg",
    {
      border: 1,
    },
  ),
  [COVER_URL]: `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="480"><defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="#b4234a"/><stop offset="1" stop-color="#f0a35e"/></linearGradient></defs><rect width="1200" height="480" fill="url(#g)"/><circle cx="900" cy="180" r="90" fill="#fff6"/></svg>`,
};

const server = createServer(async (request, response) => {
  const url = new URL(request.url ?? "/", `http://${HOST}:${port}`);
  const [, name = "", part = ""] = url.pathname.split("/");
  const texts = await readTexts(localeFor(url.searchParams.get("lang")) ?? "en");
  const body = pageFor(name, part, url.searchParams.get("scheme"), texts);
  response.writeHead(body === null ? 404 : 200, {
    "content-type": part === "text" ? "text/plain; charset=utf-8" : "text/html; charset=utf-8",
    "cache-control": "no-store",
  });
  response.end(body ?? "no such email");
});
server.listen(port, HOST, () => console.log(`mail preview: http://${HOST}:${port}`));

function pageFor(name: string, part: string, scheme: string | null, texts: Texts): string | null {
  if (name === "") return index(texts.locale);
  const sample = SAMPLES[name];
  if (sample === undefined) return null;
  const mail = sample.render(texts);
  if (part === "text") return mail.text;
  if (part === "html") return inScheme(withImages(mail.html), scheme);
  return overview(name, mail, texts.locale);
}

function index(locale: Locale): string {
  const items = Object.keys(SAMPLES).map((name) => html`<li><a href="/${name}?lang=${locale}">${name}</a></li>`);
  return shell("Emails", html`${languages("", locale)}<h1>Emails</h1><ul>${items}</ul>`);
}

/** Renders links to the page in each language. */
function languages(name: string, locale: Locale): ReturnType<typeof html> {
  const all = [...Object.entries(LANGUAGES), [PSEUDO, "Pseudo"] as const];
  return html`<p>${all.map(([tag, label]) => (tag === locale ? html`<b>${label}</b> ` : html`<a href="/${name}?lang=${tag}">${label}</a> `))}</p>`;
}

function overview(name: string, { subject, text }: RenderedMail, locale: Locale): string {
  const frames = VIEWS.map(
    (view) => html`<figure><figcaption>${view.name}</figcaption>
      <iframe title="${view.name}" src="/${name}/html?scheme=${view.scheme}&lang=${locale}" width="${view.width}" height="860" sandbox></iframe></figure>`,
  );
  return shell(
    name,
    html`<p><a href="/?lang=${locale}">All emails</a></p>${languages(name, locale)}<h1>${subject}</h1><div class="views">${frames}</div>
      <h2>Text</h2><pre>${text}</pre>`,
  );
}

function shell(title: string, body: ReturnType<typeof html>): string {
  return `${html`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title><style>
    body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem; }
    .views { display: flex; flex-wrap: wrap; gap: 1rem; } figure { margin: 0; } iframe { border: 1px solid #ccc; }
    pre { background: #f4f4f6; padding: 1rem; max-width: 80ch; white-space: pre-wrap; }
  </style></head><body>${body}</body></html>`}`;
}

/** Inlines images as data URLs. In a sent email they are attachments or are loaded from the server. */
function withImages(markup: string): string {
  return Object.entries(IMAGES).reduce(
    (page, [src, svg]) => page.replaceAll(src, `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`),
    markup,
  );
}

/** Forces a colour scheme, regardless of the browser's preference. */
function inScheme(markup: string, scheme: string | null): string {
  if (scheme !== "dark" && scheme !== "light") return markup;
  const query = "@media (prefers-color-scheme:dark)";
  return markup.replace(query, scheme === "dark" ? "@media all" : "@media not all");
}
