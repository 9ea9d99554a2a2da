import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "./app-env.ts";

/** Where equal answers in equal time are a promise, how the time came about is nobody's business. */
const UNTOLD = "/auth/";

/**
 * `Server-Timing`: the milliseconds that the answer waited for storage and for the engine, `db;dur=…, engine;dur=…`, as
 * sums. What was not asked is not named. Only pages of the service itself can read it: it is not told across origins.
 */
export function serverTiming(): MiddlewareHandler<AppEnv> {
  return async function tellTime(c, next) {
    await next();
    // Not there when the configuration is wrong.
    const ctx: AppEnv["Variables"]["ctx"] | undefined = c.var.ctx;
    const sums = ctx?.timeSpent.sums() ?? [];
    if (sums.length === 0 || c.req.path.startsWith(UNTOLD)) return;
    c.res.headers.set("Server-Timing", sums.map(([waited, ms]) => `${waited};dur=${ms}`).join(", "));
  };
}
