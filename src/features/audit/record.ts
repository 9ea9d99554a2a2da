import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { insertWhere } from "../../db/insert-where.ts";
import { auditRecords } from "../../db/schema/platform.ts";
import { newId } from "../../kernel/ids.ts";
import type { AuditAction } from "./actions.ts";

/** The state of a thing, with the names that its fields have on the wire. What only its holder may know has no place. */
export type AuditedState = { readonly [field: string]: string | number | boolean | null } & {
  readonly [secret in "token" | "token_hash" | "link" | "password" | "password_hash"]?: never;
};

/** Who did what to which part of an event. */
export interface AuditEntry {
  eventId: string;
  /** The user who did it. */
  actorId: string;
  action: AuditAction;
  /**
   * What it was done to, where an event has several: a collaborator's user id, an invited address, a network, a
   * message's id. Null where there is only one, as with branding and thresholds.
   */
  target: string | null;
  /** Null for what was not there before. */
  before: AuditedState | null;
  /** Null for what is not there any more. */
  after: AuditedState | null;
  /** Epoch milliseconds, of the change itself. */
  at: number;
}

/**
 * The record of a change, as a statement for the batch of the change itself: both are written or neither.
 * @param guard the condition under which the change is written. Give it when the change may lose a race, and put this
 *   statement before the change in the batch, where both see the same state: then a change that did not happen leaves
 *   no record
 */
export function recordAudit(db: Database, entry: AuditEntry, guard: SQL = sql`true`) {
  return insertWhere(db, auditRecords, { ...entry, id: newId(entry.at) }, guard);
}
