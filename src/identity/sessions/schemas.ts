import * as z from "zod";
import { uuid, wireMoment } from "../../http/fields.ts";

/** A sign-in that lasts. */
export const Session = z
  .object({
    id: uuid,
    device: z.string().nullable().meta({
      description: "Browser and system, such as `Firefox on Windows`. Null where the sign-in did not name them.",
    }),
    place: z.string().nullable().meta({
      description: "City and country of the sign-in as Cloudflare reports them, or else its network.",
    }),
    method: z.enum(["password", "passkey"]).meta({ description: "What you signed in with." }),
    current: z.boolean().meta({ description: "Whether this request belongs to it." }),
    created_at: wireMoment,
    last_used_at: wireMoment.meta({
      description: "The last refresh: up to 15 minutes before the last request, a day where the session is a cookie.",
    }),
  })
  .openapi("Session");
