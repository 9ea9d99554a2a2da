import * as z from "zod";
import { page, paged } from "../../http/endpoint.ts";
import { pageQuery } from "../../http/fields.ts";
import { routes } from "../../http/routes.ts";
import { perUser } from "../../identity/accounts/limits.ts";
import { role } from "../../identity/accounts/role-guard.ts";
import { forDocs } from "../../kernel/for-docs.ts";
import { createDoorDevice, readDoorDevices, revokeDoorDevice } from "./door-devices.ts";
import { DoorDevice, DoorDeviceTicket, NewDoorDevice } from "./schemas.ts";

const doorDeviceGroup = routes({ tag: "Door", access: role("editor", "check_in"), limits: [perUser("events")] });
export const doorDeviceRoutes = doorDeviceGroup.app;

doorDeviceGroup.post("/events/{eventId}/door-devices", {
  name: "createDoorDevice",
  summary: forDocs("Add a door device"),
  description: forDocs(
    "Creates a named device that works at the door without an account, from 12 hours before the event begins until 24 hours after it ends. It is revoked earlier if you delete it or your role is removed. A password reset by email also revokes it, unless the event begins within 48 hours. Requires a step-up, and emails you and the host. An event can have 100 door devices (409 `door_devices_full`).",
  ),
  access: role("editor"),
  body: NewDoorDevice,
  idempotent: true,
  response: [201, DoorDeviceTicket, forDocs("The device, with its ticket and the page to open on the phone")],
  errors: ["feature_disabled", "feature_not_in_tier", "door_devices_full", "step_up_required"],
  run: async (ctx, caller, { body }) => {
    const made = await createDoorDevice(ctx, caller, body);
    return { ...made, validFrom: made.opensAt, validUntil: made.closesAt };
  },
});

doorDeviceGroup.get("/events/{eventId}/door-devices", {
  name: "listDoorDevices",
  summary: forDocs("List door devices"),
  description: forDocs(
    "Returns named devices and scanner tickets, newest first, with their creator and last use, without the tickets themselves.",
  ),
  query: z.object(pageQuery),
  response: [200, page(DoorDevice), forDocs("A page of devices")],
  run: async (ctx, caller, { query }) => paged(await readDoorDevices(ctx, caller, query)),
});

doorDeviceGroup.delete("/events/{eventId}/door-devices/{deviceId}", {
  name: "revokeDoorDevice",
  summary: forDocs("Revoke a door device"),
  description: forDocs(
    "Revokes a door device or scanner ticket immediately: its next request returns 401 `door_device_ended`.",
  ),
  response: [204, null, forDocs("The device is revoked")],
  run: (ctx, caller, { params }) => revokeDoorDevice(ctx, caller, params.deviceId),
});
