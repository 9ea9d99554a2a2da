import type { Context } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import { SECOND_MS } from "../../kernel/clock.ts";
import { deviceValue, type GuestDevice } from "./queries.ts";

/**
 * `__Secure-`: browsers accept it only over a secure connection (RFC 6265bis, section 4.1.3.1), or from localhost. Its
 * path is one guest's page, so that no other page gets it. One browser may store the cookies of several guests.
 */
const COOKIE = "__Secure-usher-device";
const HEADER = "Usher-Device";

/** How clients of a route store a device ID: browsers (pages) in a cookie, API clients by a header. */
export type DeviceTransport = "cookie" | "header";

/** A device that the client is to keep, and until when (epoch milliseconds). */
export interface IssuedDevice {
  device: GuestDevice;
  expiresAt: number;
}

/** @param pagePath the path under which guests' pages are, with a slash at its end */
export function deviceTransport(c: Context<AppEnv>, pagePath: string): DeviceTransport {
  return c.req.path.startsWith(pagePath) ? "cookie" : "header";
}

/** The value that a request came with. */
export function readDeviceValue(c: Context<AppEnv>, carrier: DeviceTransport): string | undefined {
  return carrier === "header" ? c.req.header(HEADER) : cookieIn(c.req.header("cookie") ?? "");
}

/** Puts the device into the response, as soon as something was read of the invitation. A cookie that is good stays. */
export async function writeDeviceValue(
  c: Context<AppEnv>,
  link: { tokenId: string; path: string },
  carrier: DeviceTransport,
  kept: IssuedDevice | null,
): Promise<void> {
  if (kept === null) return;
  const { device, expiresAt } = kept;
  const value = await deviceValue(c.get("ctx"), link.tokenId, device, expiresAt);
  if (carrier === "header") return c.res.headers.set(HEADER, value);
  if (value === device.sent?.value) return;
  const maxAge = Math.floor((expiresAt - c.get("ctx").clock.now()) / SECOND_MS);
  const attributes = `Path=${link.path}; Secure; HttpOnly; SameSite=Lax; Max-Age=${maxAge}`;
  c.res.headers.append("Set-Cookie", `${COOKIE}=${value}; ${attributes}`);
}

function cookieIn(cookies: string): string | undefined {
  const start = `${COOKIE}=`;
  return cookies
    .split(/; */)
    .find((pair) => pair.startsWith(start))
    ?.slice(start.length);
}
