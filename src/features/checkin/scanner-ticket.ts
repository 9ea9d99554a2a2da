import type { Context, MiddlewareHandler } from "hono";
import type { Access } from "../../http/access.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { type RouteLimit, rateLimit } from "../../http/rate-limit.ts";
import { clientAddress } from "../../http/request-facts.ts";
import { AppError, notFound } from "../../kernel/errors.ts";
import { partitionOf } from "../../kernel/ids.ts";
import { assertAuthorized } from "../accounts/authorization.ts";
import { deviceNetwork } from "../door-devices/device-network.ts";
import { openDeviceTicket } from "../door-devices/device-ticket.ts";
import { type DoorCaller, type PresentedDevice, requireRight } from "../door-devices/door-caller.ts";
import type { DoorRight } from "../door-devices/rights.ts";
import { eventCallerOf, eventIdOf, role, setEventCaller } from "../members/role-guard.ts";
import type { Role } from "../members/roles.ts";

/** The device of each request that came with a ticket. */
const DEVICES = new WeakMap<Context<AppEnv>, PresentedDevice>();

const deviceIdOf = (c: Context<AppEnv>) => DEVICES.get(c)?.id ?? null;

/** 60 scans a minute for each device: one a second, which no person at a door keeps up for long. */
const SCANS: RouteLimit = {
  rule: { name: "door-scan", limit: 60, windowSeconds: 60 },
  key: deviceIdOf,
  partitionKey: partitionOf,
  precision: "exact",
  mode: "parallel",
};

/** 20 walk-ins a minute for each device: a name takes longer than three seconds to type. */
const WALK_INS: RouteLimit = { ...SCANS, rule: { name: "door-walk-in", limit: 20, windowSeconds: 60 } };

/** The headcount, which a scanner reads after each scan and every 15 s. */
const READS: RouteLimit = {
  rule: { name: "door-read", limit: 300, windowSeconds: 60 },
  key: deviceIdOf,
  precision: "approximate",
  mode: "parallel",
};

/** The door's routes by what a device needs for them and how often it may call them. Members have no such limit. */
const USES = {
  scan: { right: "scan", limit: SCANS },
  list: { right: "scan", limit: READS },
  walkIn: { right: "walk_in", limit: WALK_INS },
} as const satisfies Record<string, { right: DoorRight; limit: RouteLimit }>;

/**
 * The guard of the door's routes: a member with at least this role, or the ticket of a door device of this event that
 * has the right. A device acts for the member who made it, and opens no other route. Its row is read in the verb's own
 * batch (`authorizeAtDoor`); the handler takes `doorCallerOf(c)`.
 */
export function door(minimumRole: Role, use: keyof typeof USES): Access {
  const member = role(minimumRole);
  const { right, limit } = USES[use];
  return {
    ...member,
    guards: [admitTicketOrMember(minimumRole, right, member.guards), rateLimit([limit])],
    security: [{ bearer: [] }, { scanner: [] }],
    refusals: [...member.refusals, "door_device_ended", "door_not_open", "door_right_missing", "rate_limited"],
  };
}

/** The caller of a route whose access is `door`. */
export function doorCallerOf(c: Context<AppEnv>): DoorCaller {
  return { ...eventCallerOf(c), device: DEVICES.get(c) ?? null, rateLimitCheck: c.var.rateLimitCheck };
}

function admitTicketOrMember(
  minimumRole: Role,
  right: DoorRight,
  memberGuards: MiddlewareHandler<AppEnv>[],
): MiddlewareHandler<AppEnv> {
  return async function requireDoor(c, next) {
    const token = (c.req.header("authorization") ?? "").split(" ")[1] ?? "";
    const ticket = await openDeviceTicket(c.var.ctx, token);
    if (ticket === "expired") throw new AppError("door_device_ended");
    if (ticket === "invalid") return runGuards(memberGuards, c, next);
    if (ticket.eventId !== eventIdOf(c)) throw notFound();
    const device = { id: ticket.deviceId, rights: ticket.rights, network: deviceNetwork(clientAddress(c)) };
    requireRight({ device }, right);
    DEVICES.set(c, device);
    const { session } = ticket;
    setEventCaller(c, {
      session,
      eventId: ticket.eventId,
      // An editor made the device, and must still be an editor, whatever less the route asks for.
      minimumRole: minimumRole === "viewer" ? "viewer" : "editor",
      isTicket: true,
    });
    await next();
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
