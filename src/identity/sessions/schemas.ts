import * as z from "zod";
import { sessions } from "../../db/schema/sessions.ts";
import { flag, uuid, wireMoment } from "../../http/fields.ts";
import { forDocs } from "../../kernel/for-docs.ts";

/** A sign-in that lasts. */
export const Session = z
  .object({
    id: uuid,
    device: z
      .string()
      .nullable()
      .meta(forDocs({ description: "Browser and system, such as `Firefox on Windows`; null: not known" })),
    place: z
      .string()
      .nullable()
      .meta(
        forDocs({
          description:
            "City and country of the sign-in as Cloudflare reports them, otherwise its network; null: not known",
        }),
      ),
    method: z.enum(sessions.method.enumValues).meta(forDocs({ description: "Method of the sign-in" })),
    current: flag(forDocs("Whether this request uses it")),
    created_at: wireMoment,
    last_used_at: wireMoment.meta(
      forDocs({
        description:
          "Time of the last refresh: up to 15 minutes before the last request, or a day for a session in a cookie",
      }),
    ),
  })
  .openapi("Session");
