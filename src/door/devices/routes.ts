import { OpenAPIHono } from "@hono/zod-openapi";
import * as z from "zod";
import type { AppEnv } from "../../http/app-env.ts";
import { endpoint, json, page } from "../../http/endpoint.ts";
import { pageQuery } from "../../http/fields.ts";
import { refuseInvalid } from "../../http/validate.ts";
import { eventCallerOf, role } from "../../identity/accounts/role-guard.ts";
import { perUser } from "../../identity/accounts/user-limit.ts";
import { EventPath } from "../../platform/authorization/schemas.ts";
import { createDoorDevice, readDoorDevices, revokeDoorDevice } from "./door-devices.ts";
import { presentDevice, presentTicket } from "./present.ts";
import { DoorDevice, DoorDevicePath, DoorDeviceTicket, NewDoorDevice } from "./schemas.ts";

const tag = "Door";

export const doorDeviceRoutes = new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid });

doorDeviceRoutes.openapi(
  endpoint({
    name: "createDoorDevice",
    tag,
    method: "post",
    path: "/events/{eventId}/door-devices",
    summary: "Add a named device for the door",
    description:
      "A phone that works at the door without an account, from 12 hours before the event begins until 24 hours after it ends. It ends earlier when you delete it, when you lose your role, or when your password is reset by email, unless its event begins within 48 hours. Asks for a step-up; an email tells you and the host.",
    access: role("editor"),
    limits: [perUser("events")],
    params: EventPath,
    body: NewDoorDevice,
    idempotent: true,
    answers: { 201: json(DoorDeviceTicket, "The device, with its ticket and the page to open on the phone") },
    refusals: ["feature_disabled", "feature_not_in_tier", "door_devices_full", "step_up_required"],
  }),
  async (c) => c.json(presentTicket(await createDoorDevice(c.var.ctx, eventCallerOf(c), c.req.valid("json"))), 201),
);

doorDeviceRoutes.openapi(
  endpoint({
    name: "listDoorDevices",
    tag,
    method: "get",
    path: "/events/{eventId}/door-devices",
    summary: "List the devices of the door, newest first",
    description: "Named devices and scanner tickets, with who made each and when it was last used. No tickets.",
    access: role("editor", "check_in"),
    limits: [perUser("events")],
    params: EventPath,
    query: z.object(pageQuery),
    answers: { 200: json(page(DoorDevice), "A page of devices") },
  }),
  async (c) => {
    const { rows, nextCursor, now } = await readDoorDevices(c.var.ctx, eventCallerOf(c), c.req.valid("query"));
    return c.json({ items: rows.map((row) => presentDevice(row, now)), next_cursor: nextCursor }, 200);
  },
);

doorDeviceRoutes.openapi(
  endpoint({
    name: "revokeDoorDevice",
    tag,
    method: "delete",
    path: "/events/{eventId}/door-devices/{deviceId}",
    summary: "End a device of the door at once",
    access: role("editor", "check_in"),
    limits: [perUser("events")],
    params: DoorDevicePath,
    answers: { 204: { description: "The device is ended: its next request is refused" } },
  }),
  async (c) => {
    await revokeDoorDevice(c.var.ctx, eventCallerOf(c), c.req.valid("param").deviceId);
    return c.body(null, 204);
  },
);
