import type { MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import { log } from "../kernel/log.ts";
import type { AppEnv } from "./app-env.ts";

/**
 * Logs one line per request: its id, method, route pattern, status, and the milliseconds that it waited for storage and
 * for the engine. The pattern and never the path, because a guest's path is a secret. Counts all responses with 429.
 */
export function requestLog(): MiddlewareHandler<AppEnv> {
  return async function logRequest(c, next) {
    await next();
    // Absent when the configuration is invalid.
    const ctx: AppEnv["Variables"]["ctx"] | undefined = c.var.ctx;
    const route = routePath(c, -1);
    log(c.res.status >= 500 ? "error" : "info", "request", {
      request_id: c.var.requestId,
      method: c.req.method,
      route,
      status: c.res.status,
      ...Object.fromEntries((ctx?.timings.totals() ?? []).map(([target, ms]) => [`${target}_ms`, ms])),
    });
    if (c.res.status === 429) ctx?.counters.count("rate_limited", `${c.req.method} ${route}`);
  };
}
