import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import type { AppEnv } from "../http/app-env.ts";
import type { Locale, ReaderLocale } from "../i18n/languages.ts";
import { type LanguageHints, localeFor, negotiate } from "../i18n/negotiate.ts";
import type { Texts } from "../i18n/texts.ts";
import type { AddressForm } from "../kernel/address-forms.ts";

/** The language that a reader has chosen on a page. It does not identify the reader. */
const COOKIE = "usher-language";
const MAX_AGE_SECONDS = 365 * 24 * 60 * 60;

/** Languages of the reader that are known, and how the event addresses guests. */
type KnownHints = Pick<LanguageHints, "guest" | "event"> & { form?: AddressForm };

/** Returns the locale of the reader. @param known languages of the link's guest and event */
function localeOfReader(c: Context<AppEnv>, { guest, event }: KnownHints): ReaderLocale {
  return negotiate({ guest, event, chosen: getCookie(c, COOKIE), accepted: c.req.header("accept-language") });
}

const READERS = new WeakMap<Context<AppEnv>, KnownHints>();

/** Sets the language hints that later calls of `textsFor` use, also for an error page. */
export function setReaderHints(c: Context<AppEnv>, known: KnownHints): void {
  READERS.set(c, known);
}

/** Returns the texts for the reader. The first reader of a language in an isolate waits for its file. */
export async function textsFor(c: Context<AppEnv>, known: KnownHints = READERS.get(c) ?? {}): Promise<Texts> {
  const { catalogues } = c.var.ctx;
  const locale = localeOfReader(c, known);
  return catalogues.loaded(locale, known.form) ?? catalogues.load(locale, known.form);
}

/** Returns the language that the reader has chosen on a page, in this request's cookie. */
export function chosenLanguage(c: Context<AppEnv>): Locale | null {
  return localeFor(getCookie(c, COOKIE));
}

/** Stores the language that a reader has chosen in a cookie, and returns it. Ignores unknown languages: null. */
export function rememberLanguage(c: Context<AppEnv>, tag: string): Locale | null {
  const locale = localeFor(tag);
  if (locale === null) return null;
  const secure = c.var.ctx.config.PUBLIC_URL.startsWith("https:");
  setCookie(c, COOKIE, locale, { path: "/", maxAge: MAX_AGE_SECONDS, sameSite: "Lax", httpOnly: true, secure });
  return locale;
}
