import type * as z from "zod";
import { toWire } from "../../kernel/clock.ts";
import { type AuditAction, GUESTS_ACTION } from "../../platform/audit/actions.ts";
import type { AuditRow } from "../../platform/audit/queries.ts";
import type { AuditVerification as Found } from "./read-audit.ts";
import type { AuditRecord, AuditVerification } from "./schemas.ts";

/** An audit record as it leaves on the wire. */
export function presentRecord({ record, actorName, guestName }: AuditRow): z.output<typeof AuditRecord> {
  const guestId = record.action === GUESTS_ACTION ? record.target : null;
  return {
    id: record.id,
    at: toWire(record.at),
    actor: {
      kind: guestId === null ? "user" : "guest",
      id: guestId ?? record.actorId,
      name: guestId === null ? actorName : (guestName ?? ""),
      api_key: record.actorKeyId === null ? null : { id: record.actorKeyId, name: record.actorKeyName ?? "" },
    },
    action: record.action as AuditAction,
    target: record.target,
    before: record.before as z.output<typeof AuditRecord>["before"],
    after: record.after as z.output<typeof AuditRecord>["after"],
    sequence: record.sequence,
    hash: record.hash,
  };
}

/** What a recomputed chain says, as it leaves on the wire. */
export function presentVerification(found: Found): z.output<typeof AuditVerification> {
  const { records, head, erased, broken, isNotedKept, isOwnNoteKept } = found;
  return {
    status: broken === null ? "intact" : "broken",
    records,
    sealed: head?.sequence ?? 0,
    erased,
    head,
    first_broken: broken,
    noted_head: stateOf(isNotedKept),
    own_note: stateOf(isOwnNoteKept),
  };
}

function stateOf(isKept: boolean | null): "kept" | "lost" | null {
  return isKept === null ? null : isKept ? "kept" : "lost";
}
