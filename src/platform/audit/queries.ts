import { and, asc, desc, eq, gt, isNotNull, isNull, lt, notExists, type SQL, sql } from "drizzle-orm";
import { abortUnless } from "../../db/abort-unless.ts";
import { aliased } from "../../db/aliased.ts";
import type { Database } from "../../db/client.ts";
import { users } from "../../db/schema/accounts.ts";
import { guests } from "../../db/schema/guests.ts";
import { outbox } from "../../db/schema/messages.ts";
import { auditChains, auditRecords } from "../../db/schema/platform.ts";
import { GUESTS_ACTION } from "./actions.ts";
import type { ChainHead, Seal, UnsealedRecord } from "./chain.ts";

export type AuditRow = Awaited<ReturnType<typeof listRecords>>[number];

/** A page of an event's audit records with the actors' names, newest first: ids sort by time. */
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

/** The columns of a record as they are hashed: `before` and `after` as the texts that are stored. */
const HASHED = {
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

/** Events with records that wait to be sealed. */
export function listUnsealedEvents(db: Database, limit: number) {
  return db
    .selectDistinct({ eventId: auditRecords.eventId })
    .from(auditRecords)
    .leftJoin(auditChains, eq(auditChains.eventId, auditRecords.eventId))
    .where(and(isNull(auditRecords.hash), gt(auditRecords.sequence, sql`coalesce(${auditChains.sequence}, 0)`)))
    .limit(limit);
}

/** An event's records that wait to be sealed, in their order. */
export function listUnsealed(db: Database, eventId: string, limit: number) {
  const head = sql`coalesce((select ${auditChains.sequence} from ${auditChains} where ${auditChains.eventId} = ${eventId}), 0)`;
  return db
    .select(HASHED)
    .from(auditRecords)
    .where(and(eq(auditRecords.eventId, eventId), isNull(auditRecords.hash), gt(auditRecords.sequence, head)))
    .orderBy(asc(auditRecords.sequence))
    .limit(limit);
}

/**
 * Statements that write seals and the chain's new head: all of them, or none when the chain has grown or a record has
 * changed since it was read.
 * @throws a constraint violation, which aborts the batch
 */
export function writeSeals(
  db: Database,
  chain: { eventId: string; previous: ChainHead; head: ChainHead },
  sealed: readonly (UnsealedRecord & Seal)[],
  now: number,
) {
  const { eventId, previous, head } = chain;
  const rows = sql`json_each(${JSON.stringify(sealed)})`;
  const isHead =
    previous.sequence === 0
      ? sql`not exists (select 1 from ${auditChains} where ${auditChains.eventId} = ${eventId})`
      : sql`exists (select 1 from ${auditChains} where ${auditChains.eventId} = ${eventId}
          and ${auditChains.sequence} = ${previous.sequence} and ${auditChains.hash} = ${previous.hash})`;
  // Between the read and this write, the erasure of an account may have emptied a record.
  const unchanged = sql`(select count(*) from ${rows} as given join ${auditRecords}
    on ${auditRecords.eventId} = ${eventId} and ${auditRecords.id} = given.value ->> 'id'
    where ${auditRecords.hash} is null and ${auditRecords.sequence} = given.value ->> 'sequence'
      and ${auditRecords.target} is given.value ->> 'target' and ${auditRecords.before} is given.value ->> 'before'
      and ${auditRecords.after} is given.value ->> 'after')`;
  const sealOf = (field: keyof Seal) =>
    sql`(select given.value ->> ${field} from ${rows} as given where given.value ->> 'id' = ${auditRecords.id})`;
  return [
    abortUnless(db, sql`(${isHead} and ${unchanged} = ${sealed.length})`),
    db
      .update(auditRecords)
      .set({ salt: sealOf("salt"), contentDigest: sealOf("contentDigest"), hash: sealOf("hash") })
      .where(
        and(
          eq(auditRecords.eventId, eventId),
          sql`${auditRecords.id} in (select given.value ->> 'id' from ${rows} as given)`,
        ),
      ),
    db
      .insert(auditChains)
      .values({ eventId, ...head, sealedAt: now })
      .onConflictDoUpdate({ target: auditChains.eventId, set: { ...head, sealedAt: now } }),
  ] as const;
}

/** The heads of chains that have grown since the last note outside the database. */
export function listUnnotedHeads(db: Database, limit: number) {
  const { eventId, sequence, hash, notedSequence } = auditChains;
  return db.select({ eventId, sequence, hash }).from(auditChains).where(lt(notedSequence, sequence)).limit(limit);
}

/** The hash of one record of a chain. */
export function findHashAt(db: Database, eventId: string, sequence: number) {
  return db
    .select({ hash: auditRecords.hash })
    .from(auditRecords)
    .where(and(eq(auditRecords.eventId, eventId), eq(auditRecords.sequence, sequence)));
}

/** Sets the head that was noted last. */
export function markNoted(db: Database, eventId: string, sequence: number) {
  return db.update(auditChains).set({ notedSequence: sequence }).where(eq(auditChains.eventId, eventId));
}

/** The last record of a page of chains. */
export type ChainPosition = Pick<UnsealedRecord, "eventId" | "sequence">;

/** The records of all events, or of one, as they were hashed, by event and sequence. */
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

/** How many records an event has. */
export function countRecords(db: Database, eventId: string) {
  return db
    .select({ count: sql<number>`count(*)`.as("count") })
    .from(auditRecords)
    .where(eq(auditRecords.eventId, eventId));
}

/** Condition: a message with this id is not waiting in the outbox, where ids are unique, and the guard holds. */
export function isNewMessage(db: Database, messageId: string, guard: SQL = sql`true`): SQL {
  return sql`(${guard} and ${notExists(db.select({ id: outbox.id }).from(outbox).where(eq(outbox.id, messageId)))})`;
}
