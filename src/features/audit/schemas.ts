import * as z from "zod";
import { uuid, wireMoment } from "../../http/fields.ts";
import { AUDIT_ACTIONS } from "./actions.ts";

const State = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).nullable();

/** One recorded change of an event. */
export const AuditRecord = z
  .object({
    id: uuid,
    at: wireMoment,
    actor: z.object({ id: uuid, name: z.string().meta({ description: "Empty when the account was deleted." }) }),
    action: z.enum(AUDIT_ACTIONS),
    target: z.string().nullable().meta({
      description:
        "What was changed, where an event has several. Also null for an invited address whose account was deleted.",
    }),
    before: State.meta({ description: "Null before a creation." }),
    after: State.meta({ description: "Null after a deletion." }),
  })
  .openapi("AuditRecord");
