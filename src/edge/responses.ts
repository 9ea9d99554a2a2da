import { PROBLEM_MEDIA_TYPE, problemDocument, STATUS_OF, UNAVAILABLE_RETRY_SECONDS } from "../http/problem-document.ts";
import { addSecurityHeaders } from "../http/security-headers.ts";
import { localeOf } from "../i18n/languages.ts";
import { localeFor, negotiate } from "../i18n/negotiate.ts";
import { type ErrorCode, errorEntry } from "../kernel/error-codes.ts";
import { NO_PERMISSIONS, NONCE, pagePolicy, REPORTING_ENDPOINTS } from "../pages/page-policy.ts";
import type { Edge, EdgeBindings } from "./edge-env.ts";

/** Paths that browsers open: what goes wrong there is a page. */
const PAGES = /^\/(i|scan|invites|not-me|unsubscribe|alerts|reply-to|lost-link|signup)(\/|$)|^\/$/;
/** The cookie of src/pages/reader-language.ts. */
const CHOSEN_LANGUAGE = /(?:^|;\s*)usher-language=([A-Za-z-]+)/;

/** The page of an error in every language, which scripts/build-assets.ts writes. */
type ProblemPage = "link" | "unavailable";

/**
 * Returns an error of the edge: a page in the reader's language if the client wants a page, else a problem document.
 * @param page the page to read
 */
export async function refuse(
  { env, edge, request, id }: { env: EdgeBindings; edge: Edge; request: Request; id: string },
  code: ErrorCode,
  page: ProblemPage,
): Promise<Response> {
  const { kind, message } = errorEntry(code);
  const status = STATUS_OF[kind];
  const headers = new Headers({ "X-Request-Id": id });
  if (status === STATUS_OF.unavailable) headers.set("Retry-After", String(UNAVAILABLE_RETRY_SECONDS));
  const html = isPage(request) ? await readPage(env, page, languageOf(request)) : null;
  if (html !== null) return pageOf(edge, html, status, headers);
  headers.set("Content-Type", PROBLEM_MEDIA_TYPE);
  allowOrigin(edge, request, headers);
  addSecurityHeaders(headers);
  return new Response(problemDocument(id, { status, code, detail: message }), { status, headers });
}

function pageOf(edge: Edge, { html, language }: LocalizedPage, status: number, headers: Headers): Response {
  const nonce = crypto.randomUUID();
  headers.set("Content-Type", "text/html; charset=UTF-8");
  headers.set("Content-Language", language);
  headers.set("Content-Security-Policy", pagePolicy(nonce, edge.config.PUBLIC_URL));
  headers.set("Reporting-Endpoints", REPORTING_ENDPOINTS);
  headers.set("Permissions-Policy", NO_PERMISSIONS);
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  addSecurityHeaders(headers);
  return new Response(html.replaceAll(NONCE, nonce), { status, headers });
}

/** Adds the same CORS headers as the data Worker, see src/app.ts. */
function allowOrigin(edge: Edge, request: Request, headers: Headers): void {
  const origin = request.headers.get("origin");
  if (edge.config.CORS_ORIGINS.length > 0) headers.append("Vary", "Origin");
  if (origin === null || !edge.config.CORS_ORIGINS.includes(origin)) return;
  headers.set("Access-Control-Allow-Origin", origin);
  headers.set("Access-Control-Expose-Headers", "Retry-After, X-Request-Id");
}

function isPage(request: Request): boolean {
  return PAGES.test(new URL(request.url).pathname) && !request.headers.has("upgrade");
}

interface LocalizedPage {
  html: string;
  language: string;
}

/** Null if the file cannot be read. */
async function readPage(env: EdgeBindings, page: ProblemPage, language: string): Promise<LocalizedPage | null> {
  const response = await env.ASSETS.fetch(new URL(`/problems/${page}.${language}`, "https://assets.invalid"));
  return response.ok ? { html: await response.text(), language } : null;
}

function languageOf(request: Request): string {
  const chosen = CHOSEN_LANGUAGE.exec(request.headers.get("cookie") ?? "")?.[1];
  const locale = negotiate({ chosen: localeFor(chosen), accepted: request.headers.get("accept-language") });
  return locale === "en-XA" ? "en" : localeOf(locale);
}
