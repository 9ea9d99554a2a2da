import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { insertWhere } from "../../db/insert-where.ts";
import { auditRecords } from "../../db/schema/platform.ts";
import { newId } from "../../kernel/ids.ts";
import type { AuditAction } from "./actions.ts";

/** The audited fields under their names on the wire. Secrets do not compile. */
export type AuditedState = { readonly [field: string]: string | number | boolean | null } & {
  readonly [secret in "token" | "token_hash" | "link" | "password" | "password_hash"]?: never;
};

/** One change of an event. */
export interface AuditEntry {
  eventId: string;
  /** The user who made the change. */
  actorId: string;
  action: AuditAction;
  /**
   * What was changed, where an event has several: a collaborator's user id, an invited address, a network, a message's
   * id. Null where there is only one, as with branding and thresholds.
   */
  target: string | null;
  /** Null before a creation. */
  before: AuditedState | null;
  /** Null after a deletion. */
  after: AuditedState | null;
  /** When the change was made, epoch milliseconds. */
  at: number;
}

/**
 * The record of a change, as a statement for the batch of the change: both are written or neither.
 * @param guard the condition of the change itself, when it may lose a race. Put this statement before the change in the
 *   batch, where both see the same state
 */
export function recordAudit(db: Database, entry: AuditEntry, guard: SQL = sql`true`) {
  return insertWhere(db, auditRecords, { ...entry, id: newId(entry.at) }, guard);
}
