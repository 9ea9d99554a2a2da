import { Hono } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import { limitForm, parseForm } from "../form-body.ts";
import { rememberLanguage } from "../reader-language.ts";

/** Remembers the language that a reader chose on a page, and goes back there. A form, because programs follow links. */
export const languagePages = new Hono<AppEnv>();

languagePages.post("/language", limitForm, async (c) => {
  const { language, to } = await parseForm(c);
  rememberLanguage(c, String(language ?? ""));
  return c.redirect(ownPath(String(to ?? "")), 303);
});

/** A path of this service with its query; `/` for an address elsewhere. */
function ownPath(to: string): string {
  const base = "https://own.invalid";
  const url = URL.parse(to, base);
  // A path that begins with two slashes would be the address of another host.
  return url?.origin === base && to.startsWith("/") && !url.pathname.startsWith("//") ? url.pathname + url.search : "/";
}
