import * as z from "zod";
import { headerParameter } from "../../http/access.ts";
import { uuid, wireMoment } from "../../http/fields.ts";
import { DEVICE_STATUSES } from "./read-devices.ts";

/** What API clients send on behalf of a guest. */
export const DEVICE_HEADER = headerParameter(
  "Usher-Device",
  "The id that the last response gave your client for this link. On the device whose request answered with it, or that was verified, the guest sees and changes the answer, also after an update of the browser; and a known device lowers the risk of an access. It is valid for this link until 30 days after the event. One that is missing, altered, expired or another link's is no error: the response has a new one. Send none where you don't keep one for each person.",
);

export const DevicePath = z.object({ eventId: uuid, guestId: uuid.toLowerCase(), deviceId: z.string().max(64) });

/** A browser or client that opened a guest's link. */
export const GuestDevice = z
  .object({
    id: z
      .string()
      .meta({ description: "Of this guest alone: the same browser has another id at another guest's link" }),
    label: z.string().nullable().meta({
      description: "System and browser, such as `iPhone · Safari`. Null where the client names neither",
    }),
    first_seen: wireMoment,
    last_seen: wireMoment,
    place: z.string().nullable().meta({ description: "Of the last access: city and country, or else the network" }),
    status: z.enum(DEVICE_STATUSES).meta({
      description:
        "`answered`: gave the answer; `proved`: entered a code or used an edit link that was sent to the guest; `known`: came more than once; `new`: came once; `blocked`: its last access was blocked, or you marked one as suspicious",
    }),
    accesses: z.int().meta({ description: "Of those in the access log" }),
  })
  .openapi("GuestDevice");
