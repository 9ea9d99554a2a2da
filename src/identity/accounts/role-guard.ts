import type { Context, MiddlewareHandler } from "hono";
import type { Access } from "../../http/access.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { notFound } from "../../kernel/errors.ts";
import type { Scope } from "../../kernel/scopes.ts";
import { assertOpensEvent } from "../../platform/authorization/api-key.ts";
import type { EventCaller } from "../../platform/authorization/authorize-member.ts";
import type { Role } from "../../platform/authorization/caller.ts";
import { onShardOf } from "../../platform/shards/on-shard.ts";
import { callerOf, session } from "./session.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const EVENT_CALLERS = new WeakMap<Context<AppEnv>, EventCaller>();

/**
 * A user with at least this role on the event in the path. Users without a role get 404, a role too low gets 403.
 * @param scope of the API keys that are accepted in place of a session; if omitted, none are
 */
export function role(minimumRole: Role, scope: Scope | null = null): Access<EventCaller> {
  const caller = session(scope);
  return {
    ...caller,
    name: minimumRole,
    guards: [...caller.guards, requireRole(minimumRole)],
    callerOf: eventCallerOf,
    errors: [...caller.errors, "role_too_low", "member_factor_required", "not_found"],
  };
}

/**
 * Sets the event's caller of a request and moves its context to the event's shard. For guards that authenticate by
 * other credentials than a session.
 */
export function setEventCaller(c: Context<AppEnv>, caller: EventCaller): void {
  EVENT_CALLERS.set(c, caller);
  c.set("ctx", onShardOf(c.var.ctx, caller.eventId));
}

/** The event ID in the path. @throws AppError 404 for one that is not a UUID */
export function eventIdOf(c: Context<AppEnv>): string {
  const eventId = c.req.param("eventId");
  if (eventId === undefined || !UUID.test(eventId)) throw notFound();
  return eventId.toLowerCase();
}

/** The caller of a route whose access is a role. */
export function eventCallerOf(c: Context<AppEnv>): EventCaller {
  const caller = EVENT_CALLERS.get(c);
  if (caller === undefined) throw new Error("the route has no role guard");
  return caller;
}

/** Sets the role that the route requires; `authorizeMember` checks it in the verb's own batch. */
function requireRole(minimumRole: Role): MiddlewareHandler<AppEnv> {
  return async function setRole(c, next) {
    const caller = { session: callerOf(c), eventId: eventIdOf(c), minimumRole };
    assertOpensEvent(caller.session, caller.eventId);
    setEventCaller(c, caller);
    await next();
  };
}
