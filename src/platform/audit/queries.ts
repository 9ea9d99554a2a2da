import { and, asc, desc, eq, isNotNull, lt, notExists, type SQL, sql } from "drizzle-orm";
import { aliased } from "../../db/aliased.ts";
import type { Database } from "../../db/client.ts";
import { users } from "../../db/schema/accounts.ts";
import { guests } from "../../db/schema/guests.ts";
import { outbox } from "../../db/schema/messages.ts";
import { auditChains, auditRecords } from "../../db/schema/platform.ts";
import { GUESTS_ACTION } from "./actions.ts";
import type { UnsealedRecord } from "./chain.ts";

export type AuditRow = Awaited<ReturnType<typeof listRecords>>[number];

/** A page of an event's audit records with the actors' names, newest first: IDs sort by time. */
export function listRecords(db: Database, eventId: string, beforeId: string | null, limit: number) {
  const { action, target } = auditRecords;
  return db
    .select({ record: auditRecords, actorName: users.name, guestName: aliased(guests.name, "guest_name") })
    .from(auditRecords)
    .innerJoin(users, eq(users.id, auditRecords.actorId))
    .leftJoin(
      guests,
      and(sql`${action} = ${GUESTS_ACTION}`, eq(guests.eventId, auditRecords.eventId), eq(guests.id, target)),
    )
    .where(and(eq(auditRecords.eventId, eventId), beforeId === null ? undefined : lt(auditRecords.id, beforeId)))
    .orderBy(desc(auditRecords.id))
    .limit(limit);
}

/** The hashed columns of a record. `before` and `after` are the stored texts. */
export const HASHED = {
  eventId: auditRecords.eventId,
  id: auditRecords.id,
  sequence: auditRecords.sequence,
  actorId: auditRecords.actorId,
  actorKeyId: auditRecords.actorKeyId,
  actorKind: auditRecords.actorKind,
  action: auditRecords.action,
  at: auditRecords.at,
  target: auditRecords.target,
  before: sql<string | null>`${auditRecords.before}`,
  after: sql<string | null>`${auditRecords.after}`,
};

/** The last sealed record of an event's chain. No row before the first is sealed. */
export function findHead(db: Database, eventId: string) {
  const { sequence, hash } = auditChains;
  return db.select({ sequence, hash }).from(auditChains).where(eq(auditChains.eventId, eventId)).limit(1);
}

/** The last record of a page of chains. */
export type ChainPosition = Pick<UnsealedRecord, "eventId" | "sequence">;

/** Selects the hashed records of all events, or of one, by event and sequence. */
export function listChains(db: Database, eventId: string | null, after: ChainPosition | null, limit: number) {
  const { salt, contentDigest, hash, sequence } = auditRecords;
  const isNext = after && sql`(${auditRecords.eventId}, ${sequence}) > (${after.eventId}, ${after.sequence})`;
  return db
    .select({ ...HASHED, salt, contentDigest, hash })
    .from(auditRecords)
    .where(
      and(isNotNull(sequence), eventId === null ? undefined : eq(auditRecords.eventId, eventId), isNext ?? undefined),
    )
    .orderBy(asc(auditRecords.eventId), asc(sequence))
    .limit(limit);
}

/** The heads of all chains, or of one event's. */
export function listHeads(db: Database, eventId: string | null) {
  const { sequence, hash } = auditChains;
  return db
    .select({ eventId: auditChains.eventId, sequence, hash })
    .from(auditChains)
    .where(eventId === null ? undefined : eq(auditChains.eventId, eventId));
}

export function countRecords(db: Database, eventId: string) {
  return db
    .select({ count: sql<number>`count(*)`.as("count") })
    .from(auditRecords)
    .where(eq(auditRecords.eventId, eventId));
}

/** Condition: a message with this ID is not waiting in the outbox, where IDs are unique, and the guard holds. */
export function isNewMessage(db: Database, messageId: string, guard: SQL = sql`true`): SQL {
  return sql`(${guard} and ${notExists(db.select({ id: outbox.id }).from(outbox).where(eq(outbox.id, messageId)))})`;
}
