import type { MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import type { AppEnv } from "./app-env.ts";

/**
 * One JSON line a request: its id, method, route pattern, status, and the milliseconds that it waited for storage and
 * for the engine, where it did. The pattern and never the path, because a guest's path is a secret. Refusals for too
 * many requests are counted here, whoever refused.
 */
export function requestLog(): MiddlewareHandler<AppEnv> {
  return async function logRequest(c, next) {
    await next();
    // Not there when the configuration is wrong.
    const ctx: AppEnv["Variables"]["ctx"] | undefined = c.var.ctx;
    const route = routePath(c, -1);
    const line = {
      msg: "request",
      request_id: c.var.requestId,
      method: c.req.method,
      route,
      status: c.res.status,
      ...Object.fromEntries((ctx?.timeSpent.sums() ?? []).map(([waited, ms]) => [`${waited}_ms`, ms])),
    };
    if (c.res.status >= 500) console.error(JSON.stringify(line));
    else console.log(JSON.stringify(line));
    if (c.res.status === 429) ctx?.counters.count("rate_limited", `${c.req.method} ${route}`);
  };
}
