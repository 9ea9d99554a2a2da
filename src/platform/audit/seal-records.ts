import { and, asc, eq, gt, isNull, sql } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import { abortUnless } from "../../db/abort-unless.ts";
import type { Database } from "../../db/client.ts";
import { isConstraintViolation } from "../../db/failures.ts";
import { auditChains, auditRecords } from "../../db/schema/platform.ts";
import { flushAfterResponse, pending } from "../flush-after-response/flush-after-response.ts";
import { type ChainHead, NO_HEAD, type Seal, sealOf, type UnsealedRecord } from "./chain.ts";
import { findHead, HASHED } from "./queries.ts";

/** Records per batch. */
const BATCH_SIZE = 100;
/** Maximum batches per event and run. The next run continues. */
const MAX_BATCHES = 50;
/** Attempts of one batch against others that seal the same chain. */
const MAX_ATTEMPTS = 5;
/** Events per alarm of the Scheduler. */
const EVENTS_PER_ALARM = 50;
const SALT_BYTES = 16;

/** Seals the records of events, as an effect after the response; see `flushAfterResponse`. */
export const SEALS = {
  async send(ctx: RequestContext, eventIds: readonly string[]): Promise<void> {
    await Promise.all([...new Set(eventIds)].map((eventId) => sealRecords(ctx, eventId)));
  },
};

/**
 * Seals an audit record after the response. Call it after the commit of the record's batch. The Scheduler seals records
 * that remain.
 */
export function sealAfterResponse(ctx: RequestContext, eventId: string): void {
  flushAfterResponse(ctx, { outboxRows: [], effects: [pending(SEALS, eventId)] });
}

/** Seals what requests left unsealed when they died between their commit and the seal. */
export async function sealUnsealed(ctx: RequestContext): Promise<void> {
  for (const { eventId } of await listUnsealedEvents(ctx.db, EVENTS_PER_ALARM)) await sealRecords(ctx, eventId);
}

/**
 * Appends the unsealed records of an event to its chain. Gives each a salt, the digest of its content, and a hash that
 * covers the digest and the previous hash. Idempotent: of several concurrent calls, one writes and the others see its
 * records.
 */
export async function sealRecords(ctx: RequestContext, eventId: string): Promise<void> {
  let attempts = 0;
  for (let batches = 0; batches < MAX_BATCHES; ) {
    try {
      if ((await sealBatch(ctx, eventId)) < BATCH_SIZE) return;
      batches += 1;
      attempts = 0;
    } catch (error) {
      attempts += 1;
      if (!isConstraintViolation(error) || attempts >= MAX_ATTEMPTS) throw error;
    }
  }
}

/** @returns how many records were sealed @throws a constraint violation when another was faster */
async function sealBatch({ db, clock }: RequestContext, eventId: string): Promise<number> {
  const [[found], unsealed] = await db.batch([findHead(db, eventId), listUnsealed(db, eventId, BATCH_SIZE)]);
  if (unsealed.length === 0) return 0;
  const previous = found ?? NO_HEAD;
  const sealed: (UnsealedRecord & Seal)[] = [];
  let head: ChainHead = previous;
  for (const record of unsealed) {
    const seal = await sealOf(head.hash, record, crypto.getRandomValues(new Uint8Array(SALT_BYTES)).toHex());
    sealed.push({ ...record, ...seal });
    head = { sequence: record.sequence, hash: seal.hash };
  }
  await db.batch(writeSeals(db, { eventId, previous, head }, sealed, clock.now()));
  return sealed.length;
}

/** Events with records that wait to be sealed. */
function listUnsealedEvents(db: Database, limit: number) {
  return db
    .selectDistinct({ eventId: auditRecords.eventId })
    .from(auditRecords)
    .leftJoin(auditChains, eq(auditChains.eventId, auditRecords.eventId))
    .where(and(isNull(auditRecords.hash), gt(auditRecords.sequence, sql`coalesce(${auditChains.sequence}, 0)`)))
    .limit(limit);
}

/** An event's records that wait to be sealed, in their order. */
function listUnsealed(db: Database, eventId: string, limit: number) {
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
function writeSeals(
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
