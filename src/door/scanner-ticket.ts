import type { Context, MiddlewareHandler } from "hono";
import type { RequestContext } from "../context.ts";
import type { Access } from "../http/access.ts";
import type { AppEnv } from "../http/app-env.ts";
import { type RouteLimit, rateLimit, setRateLimitHeaders } from "../http/rate-limit.ts";
import { clientAddress } from "../http/request-facts.ts";
import { eventCallerOf, eventIdOf, role, setEventCaller } from "../identity/accounts/role-guard.ts";
import { AppError, notFound } from "../kernel/errors.ts";
import { readerOf } from "../platform/authorization/api-key.ts";
import { assertAuthorized } from "../platform/authorization/authorization.ts";
import type { Role } from "../platform/authorization/caller.ts";
import { type Counted, DEVICE_LIMITS } from "./devices/device-state.ts";
import { deviceNetwork, TICKET, type TicketClaims } from "./devices/device-ticket.ts";
import { type DoorCaller, type DoorRight, type PresentedDevice, requireRight } from "./devices/door-caller.ts";

/** The device of each request that came with a ticket. */
const DEVICES = new WeakMap<Context<AppEnv>, PresentedDevice>();

/** The headcount, which a scanner reads after each scan and every 15 s. */
const READS: RouteLimit = {
  rule: { name: "door-read", limit: 300, windowSeconds: 60 },
  key: (c) => DEVICES.get(c)?.id ?? null,
  // A member has no device, and no such limit.
  isOptional: true,
  count: "approximate",
};

/**
 * Door routes by required device right and rate limit. `counted`: as rows, inside the verb's batch. `limits`: by
 * middleware. Members have no such limit.
 */
const USES = {
  preview: { right: "scan", counted: "preview", limits: [] },
  checkIn: { right: "scan", counted: "check_in", limits: [] },
  list: { right: "scan", counted: null, limits: [READS] },
  walkIn: { right: "walk_in", counted: "walk_in", limits: [] },
} as const satisfies Record<string, { right: DoorRight; counted: Counted | null; limits: RouteLimit[] }>;

/**
 * The guard of the door's routes: a member with at least this role, or the ticket of a door device of this event that
 * has the right. A device acts for the member who made it, and gets access to no other route. The verb's own batch
 * reads its row (`authorizeAtDoor`). The handler uses `doorCallerOf(c)`.
 */
export function door(minimumRole: Role, use: keyof typeof USES): Access<DoorCaller> {
  const member = role(minimumRole, "check_in");
  const { right, counted, limits } = USES[use];
  return {
    ...member,
    guards: [admitTicketOrMember(minimumRole, { right, counted }, member.guards), rateLimit(limits)],
    callerOf: doorCallerOf,
    readerOf: (c) => readerOf(eventCallerOf(c).session),
    security: [...member.security, { scanner: [] }],
    errors: [...member.errors, "door_device_ended", "door_not_open", "door_right_missing", "rate_limited"],
  };
}

/** The caller of a route whose access is `door`. */
export function doorCallerOf(c: Context<AppEnv>): DoorCaller {
  return { ...eventCallerOf(c), device: DEVICES.get(c) ?? null };
}

function admitTicketOrMember(
  minimumRole: Role,
  { right, counted }: { right: DoorRight; counted: Counted | null },
  memberGuards: MiddlewareHandler<AppEnv>[],
): MiddlewareHandler<AppEnv> {
  return async function requireDoor(c, next) {
    const token = (c.req.header("authorization") ?? "").split(" ")[1] ?? "";
    const ticket = await verifyDeviceTicket(c.get("ctx"), token);
    if (ticket === "expired") throw new AppError("door_device_ended");
    if (ticket === "invalid") return runGuards(memberGuards, c, next);
    if (ticket.eventId !== eventIdOf(c)) throw notFound();
    const network = deviceNetwork(clientAddress(c));
    const { deviceId: id, rights } = ticket;
    const isNamed = ticket.session.sessionId === id;
    const device: PresentedDevice = { id, isNamed, rights, network, counted, verdict: null };
    requireRight({ device }, right);
    DEVICES.set(c, device);
    const { session } = ticket;
    setEventCaller(c, {
      session,
      eventId: ticket.eventId,
      // An editor made the device, and must still be an editor, whatever less the route asks for.
      minimumRole: minimumRole === "viewer" ? "viewer" : "editor",
      isTicket: true,
      needsFactor: false,
    });
    await next();
    if (counted !== null && device.verdict !== null) {
      setRateLimitHeaders(c, [{ rule: DEVICE_LIMITS[counted], verdict: device.verdict }]);
    }
    if (c.error === undefined) assertAuthorized(session);
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

/** The claims of a bearer that is a ticket; `invalid` for any other text, such as the access token of a session. */
async function verifyDeviceTicket(
  ctx: Pick<RequestContext, "keyring" | "clock">,
  token: string,
): Promise<Omit<TicketClaims, "expiresAt"> | "expired" | "invalid"> {
  const opened = await TICKET.verify(ctx, token);
  return opened.status === "valid" ? opened.content : opened.status;
}
