import { Hono } from "hono";
import { every } from "hono/combine";
import type { AppEnv } from "../../http/app-env.ts";
import { requestFacts } from "../../http/request-facts.ts";
import { GUEST_LINK, guestLinkOf } from "../../invitations/guest-link-guard.ts";
import { chooseLanguage } from "../../rsvp/choose-language.ts";
import { limitForm, parseForm } from "../form-body.ts";
import { rememberLanguage } from "../reader-language.ts";

/** Remembers the language that a reader chose on a page, and goes back there. A form, because programs follow links. */
export const languagePages = new Hono<AppEnv>();

languagePages.post("/language", limitForm, async (c) => {
  const { language, to } = await parseForm(c);
  rememberLanguage(c, String(language ?? ""));
  return c.redirect(ownPath(String(to ?? "")), 303);
});

/** Remembers the language on a guest's link. Later emails to the guest are in it too, if there is an RSVP. */
languagePages.post("/i/:token/language", limitForm, every(...GUEST_LINK.guards), async (c) => {
  const { language, to } = await parseForm(c);
  const locale = rememberLanguage(c, String(language ?? ""));
  if (locale !== null) await chooseLanguage(c.get("ctx"), guestLinkOf(c), { locale, facts: requestFacts(c) });
  return c.redirect(ownPath(String(to ?? "")), 303);
});

/** A path of this service with its query; `/` for an address elsewhere. */
function ownPath(to: string): string {
  const base = "https://own.invalid";
  const url = URL.parse(to, base);
  // A path that begins with two slashes would be the address of another host.
  return url?.origin === base && to.startsWith("/") && !url.pathname.startsWith("//") ? url.pathname + url.search : "/";
}
