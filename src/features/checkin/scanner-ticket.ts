import type { MiddlewareHandler } from "hono";
import type { Access } from "../../http/access.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { notFound, unauthenticated } from "../../kernel/errors.ts";
import { assertAuthorized } from "../accounts/authorization.ts";
import type { EventCaller } from "../members/authorize-member.ts";
import { eventIdOf, role, setEventCaller } from "../members/role-guard.ts";
import type { Role } from "../members/roles.ts";
import { openScannerTicket } from "./scanner-token.ts";

/**
 * A member with at least this role, or whoever holds a scanner ticket of this event. A ticket acts for the member who
 * handed it out and falls with that member's role, account and sessions; it opens the door's routes and nothing else.
 */
export function door(needed: Role): Access {
  const member = role(needed);
  return {
    ...member,
    guards: [admitToDoor(needed, member.guards)],
    security: [{ bearer: [] }, { scanner: [] }],
  };
}

function admitToDoor(needed: Role, memberGuards: MiddlewareHandler<AppEnv>[]): MiddlewareHandler<AppEnv> {
  return async function requireDoor(c, next) {
    const { keyring, clock } = c.var.ctx;
    const token = (c.req.header("authorization") ?? "").split(" ")[1] ?? "";
    const ticket = await openScannerTicket(keyring, token, clock.now());
    if (ticket.status === "expired") throw unauthenticated();
    if (ticket.status === "invalid") return runGuards(memberGuards, c, next);
    if (ticket.eventId !== eventIdOf(c)) throw notFound();
    const caller: EventCaller = {
      session: { userId: ticket.userId, issuedAt: ticket.issuedAt },
      eventId: ticket.eventId,
      // The ticket itself is the editor's permission; the member behind it must still be one.
      minimumRole: needed === "viewer" ? "viewer" : "editor",
      isTicket: true,
    };
    setEventCaller(c, caller);
    await next();
    if (c.error === undefined) assertAuthorized(caller.session);
  };
}

/** Runs guards one inside the other, the last around the handler. */
function runGuards(
  [first, ...rest]: MiddlewareHandler<AppEnv>[],
  c: Parameters<MiddlewareHandler<AppEnv>>[0],
  next: () => Promise<void>,
): ReturnType<MiddlewareHandler<AppEnv>> {
  if (first === undefined) return next();
  return first(c, async () => {
    await runGuards(rest, c, next);
  });
}
