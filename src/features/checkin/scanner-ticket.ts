import type { MiddlewareHandler } from "hono";
import type { Access } from "../../http/access.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { notFound, unauthenticated } from "../../kernel/errors.ts";
import { verifyJwt } from "../../kernel/signed-jwt.ts";
import type { RequestContext } from "../../request-context.ts";
import { assertAuthorized } from "../accounts/authorization.ts";
import { type Caller, callerIn } from "../accounts/session-token.ts";
import type { EventCaller } from "../members/authorize-member.ts";
import { eventIdOf, role, setEventCaller } from "../members/role-guard.ts";
import type { Role } from "../members/roles.ts";
import { SCANNER_AUDIENCE } from "./mint-scanner-ticket.ts";

/**
 * The guard of the door's routes: a member with at least this role, or the bearer of a scanner ticket for this event. A
 * ticket acts for the member who issued it, ends with that member's role, account or sessions, and opens no other route.
 */
export function door(minimumRole: Role): Access {
  const member = role(minimumRole);
  return {
    ...member,
    guards: [admitTicketOrMember(minimumRole, member.guards)],
    security: [{ bearer: [] }, { scanner: [] }],
  };
}

function admitTicketOrMember(minimumRole: Role, memberGuards: MiddlewareHandler<AppEnv>[]): MiddlewareHandler<AppEnv> {
  return async function requireDoor(c, next) {
    const token = (c.req.header("authorization") ?? "").split(" ")[1] ?? "";
    const ticket = await openTicket(c.var.ctx, token);
    if (ticket === "expired") throw unauthenticated();
    if (ticket === "invalid") return runGuards(memberGuards, c, next);
    if (ticket.eventId !== eventIdOf(c)) throw notFound();
    const caller: EventCaller = {
      session: ticket.session,
      eventId: ticket.eventId,
      // An editor issued the ticket, and must still be an editor, whatever less the route asks for.
      minimumRole: minimumRole === "viewer" ? "viewer" : "editor",
      isTicket: true,
    };
    setEventCaller(c, caller);
    await next();
    if (c.error === undefined) assertAuthorized(caller.session);
  };
}

/** The claims of a scanner ticket; see `mintScannerTicket`. */
async function openTicket(
  { keyring, clock }: Pick<RequestContext, "keyring" | "clock">,
  token: string,
): Promise<{ eventId: string; session: Caller } | "expired" | "invalid"> {
  const expected = { audience: SCANNER_AUDIENCE, requiredClaims: ["sub", "iat", "event_id"], now: clock.now() };
  const opened = await verifyJwt(await keyring.keysFor("scanner"), token, expected);
  if (opened.status !== "valid") return opened.status;
  const { event_id: eventId } = opened.claims;
  const session = callerIn(opened.claims);
  if (session === null || typeof eventId !== "string") return "invalid";
  return { eventId, session };
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
