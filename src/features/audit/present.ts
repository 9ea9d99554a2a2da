import type * as z from "zod";
import { toWire } from "../../kernel/clock.ts";
import type { AuditAction } from "./actions.ts";
import type { AuditRow } from "./queries.ts";
import type { AuditRecord } from "./schemas.ts";

/** An audit record as it leaves on the wire. */
export function presentRecord({ record, actorName }: AuditRow): z.output<typeof AuditRecord> {
  return {
    id: record.id,
    at: toWire(record.at),
    actor: { id: record.actorId, name: actorName },
    action: record.action as AuditAction,
    target: record.target,
    before: record.before as z.output<typeof AuditRecord>["before"],
    after: record.after as z.output<typeof AuditRecord>["after"],
  };
}
