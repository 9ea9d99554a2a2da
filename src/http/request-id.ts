import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "./app-env.ts";

/** The form of a client's own ID: wide enough for tracing IDs, safe in a log line. */
const WELL_FORMED = /^[A-Za-z0-9_.:-]{8,128}$/;

/** The ID of a request: the client's own `X-Request-Id` where it is well formed. */
export function requestIdOf(headers: Headers): string {
  const sent = headers.get("x-request-id");
  return sent !== null && WELL_FORMED.test(sent) ? sent : crypto.randomUUID();
}

/** Sets the ID of a request, the client's own `X-Request-Id` where it is well formed, and returns it in that header. */
export function requestId(): MiddlewareHandler<{ Variables: Pick<AppEnv["Variables"], "requestId"> }> {
  return async function setRequestId(c, next) {
    const id = requestIdOf(c.req.raw.headers);
    c.set("requestId", id);
    await next();
    c.res.headers.set("X-Request-Id", id);
  };
}
