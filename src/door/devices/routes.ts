import * as z from "zod";
import { page } from "../../http/endpoint.ts";
import { pageQuery } from "../../http/fields.ts";
import { routes } from "../../http/routes.ts";
import { perUser } from "../../identity/accounts/limits.ts";
import { role } from "../../identity/accounts/role-guard.ts";
import { createDoorDevice, readDoorDevices, revokeDoorDevice } from "./door-devices.ts";
import { listedDevice } from "./listed-device.ts";
import { DoorDevice, DoorDeviceTicket, NewDoorDevice } from "./schemas.ts";

const doorDeviceGroup = routes({ tag: "Door", access: role("editor", "check_in"), limits: [perUser("events")] });
export const doorDeviceRoutes = doorDeviceGroup.app;

doorDeviceGroup.post("/events/{eventId}/door-devices", {
  name: "createDoorDevice",
  summary: "Add a named device for the door",
  description:
    "A phone that works at the door without an account, from 12 hours before the event begins until 24 hours after it ends. It ends earlier when you delete it, when you lose your role, or when your password is reset by email, unless its event begins within 48 hours. Asks for a step-up; an email tells you and the host.",
  access: role("editor"),
  body: NewDoorDevice,
  idempotent: true,
  response: [201, DoorDeviceTicket, "The device, with its ticket and the page to open on the phone"],
  errors: ["feature_disabled", "feature_not_in_tier", "door_devices_full", "step_up_required"],
  run: async (ctx, caller, { body }) => {
    const made = await createDoorDevice(ctx, caller, body);
    return { ...made, validFrom: made.opensAt, validUntil: made.closesAt };
  },
});

doorDeviceGroup.get("/events/{eventId}/door-devices", {
  name: "listDoorDevices",
  summary: "List the devices of the door, newest first",
  description: "Named devices and scanner tickets, with who made each and when it was last used. No tickets.",
  query: z.object(pageQuery),
  response: [200, page(DoorDevice), "A page of devices"],
  run: async (ctx, caller, { query }) => {
    const { rows, nextCursor, now } = await readDoorDevices(ctx, caller, query);
    return { items: rows.map((row) => listedDevice(row, now)), nextCursor };
  },
});

doorDeviceGroup.delete("/events/{eventId}/door-devices/{deviceId}", {
  name: "revokeDoorDevice",
  summary: "End a device of the door at once",
  response: [204, null, "The device is ended: its next request is refused"],
  run: (ctx, caller, { params }) => revokeDoorDevice(ctx, caller, params.deviceId),
});
