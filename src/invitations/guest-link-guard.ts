import type { Context, MiddlewareHandler } from "hono";
import { type Access, PUBLIC } from "../http/access.ts";
import type { AppEnv } from "../http/app-env.ts";
import { bodyFields } from "../http/body.ts";
import { type RouteLimit, rateLimit } from "../http/rate-limit.ts";
import { notFound } from "../kernel/errors.ts";
import { partitionOf } from "../kernel/ids.ts";
import { tidyToken } from "../kernel/link-token.ts";
import { onShardOf } from "../platform/shards/on-shard.ts";
import { deviceTransport, type IssuedDevice, readDeviceValue, writeDeviceValue } from "./devices/device-guard.ts";
import { deviceOfRequest } from "./devices/queries.ts";
import { DEVICE_HEADER } from "./devices/schemas.ts";
import { type GuestLink, type LinkHolder, linkPath, verifyGuestToken } from "./guest-link.ts";

/** Null for a link that is malformed or forged. */
const LINKS = new WeakMap<Context<AppEnv>, Omit<GuestLink, "rateLimitCheck"> | null>();

const HOLDERS = new WeakMap<Context<AppEnv>, LinkHolder>();

/** 60 requests a minute for each link: a family may share one, a script may not hammer one. */
const PER_LINK: RouteLimit = {
  rule: { name: "guest", limit: 60, windowSeconds: 60 },
  key: tokenIdOf,
  isOpaque: true,
  partitionKey: partitionOf,
  count: "parallel",
};

/** 3 edit-link emails per hour and link, counted by the link's `EditCounter`, which stores the hour. */
const PER_LINK_EDIT_MAIL: RouteLimit = {
  rule: { name: "edit-link", limit: 3, windowSeconds: 3_600, isOfLink: true },
  key: tokenIdOf,
  isOpaque: true,
  // In addition to the limit of the link, which also counts a forged link.
  isOptional: true,
  count: "exact",
};

const inPath = (c: Context<AppEnv>) => c.req.param("token");

/**
 * The holder of the guest link in the path. The guard verifies the link's HMAC, once per request, recognises the
 * device, puts the request's context on the event's shard and starts the rate-limit check. The handler uses
 * `guestLinkOf(c)`. A forged link returns 404 without I/O, and is counted by network in the isolate.
 */
export const GUEST_LINK = guestLink(inPath, [PER_LINK]);
/** Guard for routes whose JSON body carries the token. */
export const GUEST_LINK_IN_BODY = guestLink(tokenInBody, [PER_LINK]);
/** Guard for routes that email the guest. */
export const GUEST_LINK_MAILING = guestLink(inPath, [PER_LINK, PER_LINK_EDIT_MAIL]);

/** The link of a route whose access is one of the above. @throws AppError 404 for a malformed or forged one */
export function guestLinkOf(c: Context<AppEnv>): GuestLink {
  const link = LINKS.get(c);
  if (link === undefined) throw new Error("the route has no guest link guard");
  if (link === null) throw notFound();
  return { ...link, rateLimitCheck: c.get("rateLimitCheck") };
}

/** True if the service issued the link of the request. It may have been revoked, or its guest or event deleted. */
export function isGenuineLink(c: Context<AppEnv>): boolean {
  return (LINKS.get(c) ?? null) !== null;
}

/** The holder of the request's link. Undefined until the link was verified, also if it is rejected. */
export function linkHolderOf(c: Context<AppEnv>): LinkHolder | undefined {
  return HOLDERS.get(c);
}

function guestLink(read: (c: Context<AppEnv>) => unknown, limits: readonly RouteLimit[]): Access<GuestLink> {
  return {
    ...PUBLIC,
    guards: [verifyLink(read), rateLimit(limits)],
    callerOf: guestLinkOf,
    headers: [DEVICE_HEADER],
    givesHeader: "Usher-Device",
    errors: ["not_found", "rate_limited"],
  };
}

function verifyLink(read: (c: Context<AppEnv>) => unknown): MiddlewareHandler<AppEnv> {
  return async function verifyGuestLink(c, next) {
    const sent = await read(c);
    const token = typeof sent === "string" ? tidyToken(sent) : null;
    const tokenId = token === null ? null : await verifyGuestToken(c.get("ctx"), token);
    if (token === null || tokenId === null) {
      LINKS.set(c, null);
      return next();
    }
    const carrier = deviceTransport(c, linkPath(""));
    const device = await deviceOfRequest(c.get("ctx"), tokenId, readDeviceValue(c, carrier), carrier);
    let kept: IssuedDevice | null = null;
    LINKS.set(c, {
      tokenId,
      token,
      device,
      keepDevice(given, expiresAt) {
        kept = { device: given, expiresAt };
      },
      opened: (by) => HOLDERS.set(c, by),
    });
    c.set("ctx", onShardOf(c.get("ctx"), tokenId));
    await next();
    await writeDeviceValue(c, { tokenId, path: linkPath(token) }, carrier, kept);
  };
}

function tokenIdOf(c: Context<AppEnv>): string | null {
  return LINKS.get(c)?.tokenId ?? null;
}

async function tokenInBody(c: Context<AppEnv>): Promise<unknown> {
  return (await bodyFields(c)).token;
}
