import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { insertFrom } from "../../db/inserts.ts";
import { events } from "../../db/schema/events.ts";
import { auditChains, auditRecords } from "../../db/schema/platform.ts";
import { newId } from "../../kernel/ids.ts";
import type { AuditAction, AuditActor } from "./actions.ts";

/** The audited fields under their names on the wire. Secrets do not compile. */
export type AuditedState = { readonly [field: string]: string | number | boolean | null } & {
  readonly [secret in "token" | "token_hash" | "link" | "password" | "password_hash"]?: never;
};

/** One change of an event. */
export type AuditEntry = Pick<typeof auditRecords.$inferSelect, "eventId" | "target" | "at"> & {
  /** The ID of a queue message makes a repetition recognisable. */
  id?: string;
  /** The user who made the change; of a guest's, the event's host. */
  actorId: string;
  /** The kind of an actor that is not a user: a guest, whose ID is the `target`. */
  actorKind?: "guest";
  /** The API key by which they made it; see `actorOf`. */
  actorKey?: AuditActor["actorKey"];
  action: AuditAction;
  /** Null before a creation. */
  before: AuditedState | null;
  /** Null after a deletion. */
  after: AuditedState | null;
};

/**
 * The record of a change, as a statement for the batch of the change: both are written or neither.
 * @param guard the condition of the change itself, when it may lose a race. Put this statement before the change in the
 *   batch, where both see the same state
 */
export function recordAudit(db: Database, entry: AuditEntry, guard: SQL = sql`true`) {
  const { id = newId(entry.at), eventId, actorId, actorKey, actorKind, action, target, before, after, at } = entry;
  const cells = {
    eventId,
    id,
    actorId,
    actorKind,
    action,
    target,
    before,
    after,
    at,
    actorKeyId: actorKey?.id,
    actorKeyName: actorKey?.name,
    sequence: nextSequence(eventId),
  };
  return insertFrom(db, auditRecords, cells, sql`where ${guard}`);
}

/**
 * The records of an export of everything that a user owns, one in each event, as one statement.
 * @param at when, epoch milliseconds
 */
export function recordDataExport(db: Database, actorId: string, eventIds: readonly string[], at: number) {
  const given = JSON.stringify(eventIds.map((eventId) => ({ eventId, id: newId(at) })));
  const action: AuditAction = "data.exported";
  const sequence = nextSequence(sql`${events.id}`);
  return insertFrom(
    db,
    auditRecords,
    { eventId: events.id, id: sql`given.value ->> 'id'`, actorId, action, at, sequence },
    sql`from json_each(${given}) as given join ${events} on ${events.id} = given.value ->> 'eventId'`,
  );
}

/**
 * The number of an event's next record, without gaps: D1 runs one write after the other. The head of the chain counts
 * too, so that the number of a record that was taken out is not given again.
 */
function nextSequence(eventId: SQL | string): SQL {
  return sql`1 + max(
    coalesce((select max(${auditRecords.sequence}) from ${auditRecords} where ${auditRecords.eventId} = ${eventId}), 0),
    coalesce((select ${auditChains.sequence} from ${auditChains} where ${auditChains.eventId} = ${eventId}), 0))`;
}
