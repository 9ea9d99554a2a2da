import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import type { AppEnv } from "../http/app-env.ts";
import type { Locale } from "../i18n/languages.ts";
import { type LanguageHints, localeFor, negotiate } from "../i18n/negotiate.ts";
import type { Texts } from "../i18n/texts.ts";

/** What a reader has chosen on a page. It says nothing of who they are. */
const COOKIE = "usher-language";
const MAX_AGE_SECONDS = 365 * 24 * 60 * 60;

type KnownHints = Pick<LanguageHints, "guest" | "event">;

/** The locale of whoever reads the response. @param known what the link tells of them */
function localeOfReader(c: Context<AppEnv>, known: KnownHints): Locale {
  return negotiate({ ...known, chosen: getCookie(c, COOKIE), accepted: c.req.header("accept-language") });
}

const READERS = new WeakMap<Context<AppEnv>, KnownHints>();

/** Has `textsFor` know of the reader from here on, also on the page of an error. */
export function noteReader(c: Context<AppEnv>, known: KnownHints): void {
  READERS.set(c, known);
}

/** The texts for whoever reads the response. The first reader of a language in an isolate waits for its file. */
export async function textsFor(c: Context<AppEnv>, known: KnownHints = READERS.get(c) ?? {}): Promise<Texts> {
  const { catalogues } = c.var.ctx;
  const locale = localeOfReader(c, known);
  return catalogues.loaded(locale) ?? catalogues.load(locale);
}

/** Remembers the language that a reader has chosen; nothing for one that there is not. */
export function rememberLanguage(c: Context<AppEnv>, tag: string): void {
  const locale = localeFor(tag);
  if (locale === null) return;
  const secure = c.var.ctx.config.PUBLIC_URL.startsWith("https:");
  setCookie(c, COOKIE, locale, { path: "/", maxAge: MAX_AGE_SECONDS, sameSite: "Lax", httpOnly: true, secure });
}
