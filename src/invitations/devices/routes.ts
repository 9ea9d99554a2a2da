import * as z from "zod";
import { routes } from "../../http/routes.ts";
import { perUser } from "../../identity/accounts/limits.ts";
import { role } from "../../identity/accounts/role-guard.ts";
import { forgetDevice } from "./forget-device.ts";
import { readDevices } from "./read-devices.ts";
import { DevicePath, GuestDevice } from "./schemas.ts";

/** The devices on which guests' links were opened. */
const guestDeviceGroup = routes({ tag: "Guests", access: role("viewer", "guests:read"), limits: [perUser("guests")] });
export const guestDeviceRoutes = guestDeviceGroup.app;

guestDeviceGroup.get("/events/{eventId}/guests/{guestId}/devices", {
  name: "listDevices",
  summary: "List the devices that opened a guest's link",
  description:
    "The one that was seen last comes first. A browser that keeps no cookies comes with a new id each time: ids that came once are one item for each user agent. Programs, and API clients that send no `Usher-Device`, are left out.",
  response: [200, z.object({ items: z.array(GuestDevice) }), "All of them"],
  run: async (ctx, caller, { params }) => ({ items: await readDevices(ctx, caller, params.guestId) }),
});

guestDeviceGroup.delete("/events/{eventId}/guests/{guestId}/devices/{deviceId}", {
  name: "forgetDevice",
  summary: "Forget a guest's device",
  description:
    "It counts neither as the device that answered nor as proved any more, and its next request is a new device's. The link still opens there: rotate it where somebody else has it.",
  access: role("editor", "guests:write"),
  params: DevicePath,
  response: [204, null, "The device is forgotten"],
  run: (ctx, caller, { params }) => forgetDevice(ctx, caller, params),
});
