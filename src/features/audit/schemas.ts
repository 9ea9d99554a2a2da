import * as z from "zod";
import { uuid, wireMoment } from "../../http/fields.ts";
import { AUDIT_ACTIONS } from "./actions.ts";

const State = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).nullable();

/** One thing that somebody did to an event's configuration. */
export const AuditRecord = z
  .object({
    id: uuid,
    at: wireMoment,
    actor: z.object({ id: uuid, name: z.string().meta({ description: "Empty when the account was deleted" }) }),
    action: z.enum(AUDIT_ACTIONS),
    target: z.string().nullable().meta({
      description:
        "What it was done to, where an event has several. Null too for an invited address whose account was deleted",
    }),
    before: State.meta({ description: "Null for what was not there before" }),
    after: State.meta({ description: "Null for what is not there any more" }),
  })
  .openapi("AuditRecord");
