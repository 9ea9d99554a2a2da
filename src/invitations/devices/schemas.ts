import * as z from "zod";
import { headerParameter } from "../../http/access.ts";
import { uuid, wireMoment } from "../../http/fields.ts";
import { forDocs } from "../../kernel/for-docs.ts";
import { DEVICE_STATUSES } from "./read-devices.ts";

/** Header that API clients send on behalf of a guest. */
export const DEVICE_HEADER = headerParameter(
  "Usher-Device",
  forDocs(
    "Device ID that the last response gave your client for this link. The device that submitted the RSVP with this ID can view and change it, also after an update of the browser. So can a verified device. A known device lowers the risk of an access. The ID is valid for this link until 30 days after the event. A missing, altered or expired ID, or one of another link, is not an error: the response has a new ID. Do not send it if you do not store one for each person.",
  ),
);

export const DevicePath = z.object({ eventId: uuid, guestId: uuid.toLowerCase(), deviceId: z.string().max(64) });

/** A browser or client that opened a guest's link. */
export const GuestDevice = z
  .object({
    id: z
      .string()
      .meta(forDocs({ description: "ID for this guest: with another guest's link, the same browser has another ID" })),
    label: z
      .string()
      .nullable()
      .meta(forDocs({ description: "System and browser, such as `iPhone · Safari`; null: the client names neither" })),
    first_seen: wireMoment,
    last_seen: wireMoment,
    place: z
      .string()
      .nullable()
      .meta(forDocs({ description: "City and country of the last access, otherwise its network; null: not known" })),
    status: z.enum(DEVICE_STATUSES).meta(
      forDocs({
        description:
          "`answered`: submitted the RSVP; `proved`: verified with a code or an edit link; `known`: seen more than once; `new`: seen once; `blocked`: its last access was blocked, or you marked one as suspicious",
      }),
    ),
    accesses: z.int().meta(forDocs({ description: "Number of accesses in the access log" })),
  })
  .openapi("GuestDevice");
