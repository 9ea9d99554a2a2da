import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "../../http/app-env.ts";

/** A guest's link with characters that followed it in a text, a bracket or an email: `.`, `)`, `%3E`, or a slash. */
const UNTIDY = /^(\/i\/[\w-]{43})(?:\/|[^\w/-].*)$/;

/** Middleware that redirects a guest's link that was copied with more than itself to the link. */
export const trimLink: MiddlewareHandler<AppEnv> = async (c, next) => {
  const link = c.req.method === "GET" ? UNTIDY.exec(c.req.path)?.[1] : undefined;
  if (link === undefined) return next();
  return c.redirect(`${link}${new URL(c.req.url).search}`, 302);
};
