import { OpenAPIHono } from "@hono/zod-openapi";
import * as z from "zod";
import type { AppEnv } from "../../http/app-env.ts";
import { endpoint, json } from "../../http/endpoint.ts";
import { refuseInvalid } from "../../http/validate.ts";
import { eventCallerOf, role } from "../../identity/accounts/role-guard.ts";
import { perUser } from "../../identity/accounts/user-limit.ts";
import { forgetDevice } from "./forget-device.ts";
import { presentDevice } from "./present.ts";
import { readDevices } from "./read-devices.ts";
import { DevicePath, DevicesPath, GuestDevice } from "./schemas.ts";

const tag = "Guests";
const limits = [perUser("guests")];

/** The devices on which guests' links were opened. */
export const guestDeviceRoutes = new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid });

guestDeviceRoutes.openapi(
  endpoint({
    name: "listDevices",
    tag,
    method: "get",
    path: "/events/{eventId}/guests/{guestId}/devices",
    summary: "List the devices that opened a guest's link",
    description:
      "The one that was seen last comes first. A browser that keeps no cookies comes with a new id each time: ids that came once are one item for each user agent. Programs, and API clients that send no `Usher-Device`, are left out.",
    access: role("viewer", "guests:read"),
    limits,
    params: DevicesPath,
    answers: { 200: json(z.object({ items: z.array(GuestDevice) }), "All of them") },
  }),
  async (c) => {
    const devices = await readDevices(c.var.ctx, eventCallerOf(c), c.req.valid("param").guestId);
    return c.json({ items: devices.map(presentDevice) }, 200);
  },
);

guestDeviceRoutes.openapi(
  endpoint({
    name: "forgetDevice",
    tag,
    method: "delete",
    path: "/events/{eventId}/guests/{guestId}/devices/{deviceId}",
    summary: "Forget a guest's device",
    description:
      "It counts neither as the device that answered nor as proved any more, and its next request is a new device's. The link still opens there: rotate it where somebody else has it.",
    access: role("editor", "guests:write"),
    limits,
    params: DevicePath,
    answers: { 204: { description: "The device is forgotten" } },
  }),
  async (c) => {
    await forgetDevice(c.var.ctx, eventCallerOf(c), c.req.valid("param"));
    return c.body(null, 204);
  },
);
