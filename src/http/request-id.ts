import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "./app-env.ts";

/** What a client may choose as its own id: enough for any tracing header, nothing that a log could choke on. */
const WELL_FORMED = /^[A-Za-z0-9_.:-]{8,128}$/;

/** Gives every request an id, the client's own where it is well formed, and says it back in `X-Request-Id`. */
export function requestId(): MiddlewareHandler<AppEnv> {
  return async function giveRequestId(c, next) {
    const sent = c.req.header("x-request-id");
    const id = sent !== undefined && WELL_FORMED.test(sent) ? sent : crypto.randomUUID();
    c.set("requestId", id);
    await next();
    c.res.headers.set("X-Request-Id", id);
  };
}
