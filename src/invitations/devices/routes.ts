import * as z from "zod";
import { routes } from "../../http/routes.ts";
import { perUser } from "../../identity/accounts/limits.ts";
import { role } from "../../identity/accounts/role-guard.ts";
import { forDocs } from "../../kernel/for-docs.ts";
import { forgetDevice } from "./forget-device.ts";
import { readDevices } from "./read-devices.ts";
import { DevicePath, GuestDevice } from "./schemas.ts";

/** The devices on which guests' links were opened. */
const guestDeviceGroup = routes({ tag: "Guests", access: role("viewer", "guests:read"), limits: [perUser("guests")] });
export const guestDeviceRoutes = guestDeviceGroup.app;

guestDeviceGroup.get("/events/{eventId}/guests/{guestId}/devices", {
  name: "listDevices",
  summary: forDocs("List a guest's devices"),
  description: forDocs(
    "Returns the devices that opened the guest's link, last seen first. A browser without cookies gets a new ID each time: IDs seen only once are grouped into one item per user agent. Omits bots, and API clients that send no `Usher-Device`.",
  ),
  response: [200, z.object({ items: z.array(GuestDevice) }), forDocs("All devices")],
  run: async (ctx, caller, { params }) => ({ items: await readDevices(ctx, caller, params.guestId) }),
});

guestDeviceGroup.delete("/events/{eventId}/guests/{guestId}/devices/{deviceId}", {
  name: "forgetDevice",
  summary: forDocs("Forget a guest's device"),
  description: forDocs(
    "Removes the device: it no longer counts as the submitting device or as verified, and its next request gets a new device ID. The link still opens there. If someone else has the link, rotate it.",
  ),
  access: role("editor", "guests:write"),
  params: DevicePath,
  response: [204, null, forDocs("The device is forgotten")],
  run: (ctx, caller, { params }) => forgetDevice(ctx, caller, params),
});
