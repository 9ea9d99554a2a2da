import * as z from "zod";
import { flag, uuid } from "../../http/fields.ts";
import { forDocs } from "../../kernel/for-docs.ts";
import { UNNOTIFIED } from "./api-key.ts";

/** The path parameters of every route about one event. */
export const EventPath = z.object({ eventId: uuid });

/** Whether a request that also changes something emails guests. */
export const notifying = {
  notified: flag(forDocs("Whether the guest, or the guests of the event, are emailed")),
  reason: z
    .enum(UNNOTIFIED)
    .nullable()
    .meta(
      forDocs({
        description:
          "Why the request asks for an email and sends none. `missing_scope`: the API key has neither `invitations:send` nor `messages:send`. Null: emailed, not asked for, or nothing to send",
      }),
    ),
};
