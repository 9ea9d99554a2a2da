import type { MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import type { AppEnv } from "../env.ts";

/**
 * One JSON line a request: its id, method, route pattern and status. The pattern and never the path, because a
 * guest's path is a secret.
 */
export function requestLog(): MiddlewareHandler<AppEnv> {
  return async function logRequest(c, next) {
    await next();
    const line = {
      msg: "request",
      request_id: c.var.requestId,
      method: c.req.method,
      route: routePath(c, -1),
      status: c.res.status,
    };
    if (c.res.status >= 500) console.error(JSON.stringify(line));
    else console.log(JSON.stringify(line));
  };
}
