import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import { decodedPart, tidyToken } from "../../kernel/link-token.ts";
import { unverifiedIdOf } from "../../kernel/signed-id.ts";

/** A guest's link: the token, and what follows the slash behind it. */
const LINK = /^\/i\/([^/]+)(\/.*)?$/;

/** Middleware that redirects a guest's link that was copied with more than itself to the link. */
export const trimLink: MiddlewareHandler<AppEnv> = async (c, next) => {
  const [, copied = "", rest = ""] = LINK.exec(c.req.path) ?? [];
  const token = tidyToken(decodedPart(copied));
  // Paths of forms and files have a letter behind the slash.
  const isTidy = token === copied && (rest === "" || /\w/.test(rest));
  if (isTidy || c.req.method !== "GET" || unverifiedIdOf(token) === null) return next();
  return c.redirect(`/i/${token}${new URL(c.req.url).search}`, 302);
};
