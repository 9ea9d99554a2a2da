import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "./app-env.ts";

/** A year, as the preload lists ask for. */
const HSTS_SECONDS = 31_536_000;

/** Default headers of every response. A route that needs another value sets its own before. */
export function securityHeaders(): MiddlewareHandler<AppEnv> {
  return async function setSecurityHeaders(c, next) {
    await next();
    const defaults: Record<string, string> = {
      "Cache-Control": "private, no-store",
      "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
      "Cross-Origin-Resource-Policy": "same-origin",
      "Referrer-Policy": "no-referrer",
      "Strict-Transport-Security": `max-age=${HSTS_SECONDS}; includeSubDomains`,
      "X-Content-Type-Options": "nosniff",
      "X-Frame-Options": "DENY",
    };
    for (const [name, value] of Object.entries(defaults)) {
      if (!c.res.headers.has(name)) c.res.headers.set(name, value);
    }
  };
}
