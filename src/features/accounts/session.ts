import type { Context, MiddlewareHandler } from "hono";
import type { Access } from "../../http/access.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { unauthenticated } from "../../kernel/errors.ts";
import { isAuthorized } from "./authorization.ts";
import { type Caller, openSession } from "./session-token.ts";

/** The user behind a request, put there by the `session` guard. */
const CALLERS = new WeakMap<Context<AppEnv>, Caller>();

/** Lets in whoever sends a session token that is well signed and not expired. Costs no I/O. */
export const requireSession: MiddlewareHandler<AppEnv> = async function requireSession(c, next) {
  const { keyring, clock } = c.var.ctx;
  const [scheme, token] = (c.req.header("authorization") ?? "").split(" ");
  if (scheme?.toLowerCase() !== "bearer" || !token) throw unauthenticated();
  const caller = await openSession(keyring, token, clock.now());
  if (caller === null) throw unauthenticated();
  CALLERS.set(c, caller);
  await next();
  // The verb's own batch checks that the session is still alive. A verb that forgot to must not answer.
  if (c.error === undefined && !isAuthorized(caller))
    throw new Error("a verb answered without authorizing its session");
};

/** The caller of a route whose access is `SESSION` or a role. */
export function callerOf(c: Context<AppEnv>): Caller {
  const caller = CALLERS.get(c);
  if (caller === undefined) throw new Error("the route has no session guard");
  return caller;
}

/** Any user who is signed in. */
export const SESSION: Access = {
  name: "session",
  guards: [requireSession],
  security: [{ bearer: [] }],
  refusals: ["unauthenticated"],
};
