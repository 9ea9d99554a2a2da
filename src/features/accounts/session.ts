import type { Context, MiddlewareHandler } from "hono";
import type { Access } from "../../http/access.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { unauthenticated } from "../../kernel/errors.ts";
import { assertAuthorized } from "./authorization.ts";
import { presentedCaller, settleSessionCookie } from "./session-cookie-guard.ts";
import type { Caller } from "./session-token.ts";

/** The caller of each request that `requireSession` has let through. */
const CALLERS = new WeakMap<Context<AppEnv>, Caller>();

/**
 * Refuses a request without a bearer token, or the cookie with its header, that is correctly signed and not expired. No
 * I/O before the handler.
 */
export const requireSession: MiddlewareHandler<AppEnv> = async function requireSession(c, next) {
  const caller = await presentedCaller(c);
  if (caller === null) {
    await settleSessionCookie(c);
    throw unauthenticated();
  }
  CALLERS.set(c, caller);
  await next();
  // The verb's own batch checks that the session is live. The response of a verb that does not is never sent.
  if (c.error === undefined) assertAuthorized(caller);
  await settleSessionCookie(c);
};

/** The caller of a route whose access is `SESSION` or a role. */
export function callerOf(c: Context<AppEnv>): Caller {
  const caller = CALLERS.get(c);
  if (caller === undefined) throw new Error("the route has no session guard");
  return caller;
}

/** Any signed-in user. */
export const SESSION: Access = {
  name: "session",
  guards: [requireSession],
  security: [{ bearer: [] }, { cookie: [] }],
  refusals: ["unauthenticated"],
};
