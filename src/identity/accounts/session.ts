import type { Context, MiddlewareHandler } from "hono";
import type { Access } from "../../http/access.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { AppError, unauthenticated } from "../../kernel/errors.ts";
import { log } from "../../kernel/log.ts";
import type { Scope } from "../../kernel/scopes.ts";
import { allows, notAllowed, readerOf } from "../../platform/authorization/api-key.ts";
import { assertAuthorized } from "../../platform/authorization/authorization.ts";
import { authorizeUser } from "../../platform/authorization/authorize-user.ts";
import type { Caller } from "../../platform/authorization/caller.ts";
import { recordApiKeyUse } from "./key-caller.ts";
import { presentedBy, presentedCaller, setCookie } from "./session-cookie-guard.ts";
import { CLEARED_SESSION_COOKIE, sessionCookie } from "./session-token.ts";
import { extendSession } from "./start-session.ts";

/** The caller of each request that `requireSession` has let through. */
const CALLERS = new WeakMap<Context<AppEnv>, Caller>();

/**
 * Rejects a request without a valid credential: a bearer token or the cookie with its header, correctly signed and not
 * expired, or a known API key. No I/O before the handler, except the lookup of a key that the isolate has not seen.
 * @param scope of the API keys that are accepted; null rejects all of them
 */
function requireSession(scope: Scope | null): MiddlewareHandler<AppEnv> {
  return async function requireCaller(c, next) {
    const caller = await presentedCaller(c);
    if (caller === null) {
      await finalizeSessionCookie(c);
      throw unauthenticated();
    }
    if (caller.apiKey !== undefined && !allows(caller.apiKey, scope)) {
      // A key that was deleted since the isolate read it is 401 everywhere.
      await authorizeUser(c.var.ctx, caller, {});
      throw notAllowed(scope);
    }
    CALLERS.set(c, caller);
    await next();
    // The verb's own batch checks that the session is live. The response of a verb that does not is never sent.
    if (c.error === undefined) {
      assertAuthorized(caller);
      recordApiKeyUse(c.var.ctx, caller);
    }
    await finalizeSessionCookie(c);
  };
}

/** The caller of a route whose access is `SESSION` or a role. */
export function callerOf(c: Context<AppEnv>): Caller {
  const caller = CALLERS.get(c);
  if (caller === undefined) throw new Error("the route has no session guard");
  return caller;
}

/**
 * Any signed-in user.
 * @param scope of the API keys that are accepted in place of a session; if omitted, none are
 */
export function session(scope: Scope | null = null): Access<Caller> {
  return {
    name: "session",
    scope,
    guards: [requireSession(scope)],
    callerOf,
    readerOf: (c) => readerOf(callerOf(c)),
    security: [{ bearer: [] }, { cookie: [] }, ...(scope === null ? [] : [{ api_key: [scope] }])],
    errors: ["unauthenticated", ...(scope === null ? (["session_required"] as const) : KEY_REFUSALS)],
  };
}

const KEY_REFUSALS = ["insufficient_scope", "network_not_allowed"] as const;

/** Any signed-in user, and no API key. */
export const SESSION: Access<Caller> = session();

/**
 * Finishes a request after its handler: replaces a cookie that is older than a day, and clears one that was refused.
 * Does nothing for bearer tokens.
 */
async function finalizeSessionCookie(c: Context<AppEnv>): Promise<void> {
  const { caller, isByCookie } = await presentedBy(c);
  if (!isByCookie) return;
  const isRefused = c.error instanceof AppError && c.error.code === "unauthenticated";
  if (caller === null || isRefused) return setCookie(c, CLEARED_SESSION_COOKIE);
  if (c.error !== undefined) return;
  const { ctx } = c.var;
  // The request has already succeeded, so a failure is only logged. The cookie has weeks left, and the next request
  // tries again.
  const next = await extendSession(ctx, caller).catch((error: Error) => {
    log("warn", "session_not_extended", { request_id: ctx.id }, error);
    return null;
  });
  if (next !== null) setCookie(c, await sessionCookie(ctx.keyring, next.caller, next.expiresAt));
}
