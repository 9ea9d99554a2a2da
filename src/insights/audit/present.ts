import type * as z from "zod";
import { type AuditAction, GUESTS_ACTION } from "../../platform/audit/actions.ts";
import type { AuditRow } from "../../platform/audit/queries.ts";
import type { AuditVerification } from "./read-audit.ts";
import type { AuditRecord } from "./schemas.ts";

type State = z.output<typeof AuditRecord>["before"];

/** An audit record with its actor. */
export function recordOf({ record, actorName, guestName }: AuditRow) {
  const guestId = record.action === GUESTS_ACTION ? record.target : null;
  return {
    ...record,
    actor: {
      kind: guestId === null ? ("user" as const) : ("guest" as const),
      id: guestId ?? record.actorId,
      name: guestId === null ? actorName : (guestName ?? ""),
      apiKey: record.actorKeyId === null ? null : { id: record.actorKeyId, name: record.actorKeyName ?? "" },
    },
    action: record.action as AuditAction,
    before: record.before as State,
    after: record.after as State,
  };
}

/** The result of recomputing a chain. */
export function verificationOf({ broken, head, isNotedKept, isOwnNoteKept, ...found }: AuditVerification) {
  return {
    ...found,
    status: broken === null ? ("intact" as const) : ("broken" as const),
    sealed: head?.sequence ?? 0,
    head,
    firstBroken: broken,
    notedHead: stateOf(isNotedKept),
    ownNote: stateOf(isOwnNoteKept),
  };
}

function stateOf(isKept: boolean | null): "kept" | "lost" | null {
  return isKept === null ? null : isKept ? "kept" : "lost";
}
