import * as z from "zod";
import { forDocs } from "../../kernel/for-docs.ts";
import type { DoorCode as Code, DoorCodes } from "./door-code.ts";

/** The `check_in` of a guest's own responses. */
export const DoorCode = z
  .object({
    qr_token: z.string().meta(
      forDocs({
        description:
          "JWT (HS256) with `event_id`, `guest_id`, `exp` and `jti`, the guest's short code. The door accepts it until 24 hours after `event_date`, also if the event moves",
      }),
    ),
    qr_png: z
      .string()
      .meta({ description: forDocs("PNG of the QR code of `qr_token`, base64"), contentEncoding: "base64" }),
  })
  .openapi("DoorCode");

export function presentDoorCode({ token, png }: Code): z.output<typeof DoorCode> {
  return { qr_token: token, qr_png: png };
}

/** Both forms of a guest's code, for a host. */
export const GuestDoorCode = DoorCode.extend({
  short_code: z.string().meta(
    forDocs({
      description:
        "Code of the guest's page, emails and wallet passes, 43 characters. The door accepts it until 24 hours after the event's end, also if the event moves",
    }),
  ),
  short_png: z
    .string()
    .meta({ description: forDocs("PNG of the QR code of `short_code`, base64"), contentEncoding: "base64" }),
}).openapi("GuestDoorCode");

export function presentDoorCodes({ jwt, short }: DoorCodes): z.output<typeof GuestDoorCode> {
  return { ...presentDoorCode(jwt), short_code: short.token, short_png: short.png };
}
