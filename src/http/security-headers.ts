import type { MiddlewareHandler } from "hono";

/** A year, as the preload lists ask for. */
const HSTS_SECONDS = 31_536_000;

const DEFAULTS: Readonly<Record<string, string>> = {
  "Cache-Control": "private, no-store",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  "Strict-Transport-Security": `max-age=${HSTS_SECONDS}; includeSubDomains`,
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
};

/** Default headers of every response. A route that needs another value sets its own before. */
export function securityHeaders(): MiddlewareHandler {
  return async function setSecurityHeaders(c, next) {
    await next();
    addSecurityHeaders(c.res.headers);
  };
}

/** Sets those of the default headers that a response does not have. */
export function addSecurityHeaders(headers: Headers): void {
  for (const [name, value] of Object.entries(DEFAULTS)) {
    if (!headers.has(name)) headers.set(name, value);
  }
}
