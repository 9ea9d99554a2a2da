import type { RequestContext } from "../../context.ts";
import { isConstraintViolation } from "../../db/failures.ts";
import { flushAfterResponse, pending } from "../flush-after-response/flush-after-response.ts";
import { type ChainHead, NO_HEAD, type Seal, sealOf, type UnsealedRecord } from "./chain.ts";
import { findHead, listUnsealed, listUnsealedEvents, writeSeals } from "./queries.ts";

/** Records per batch. */
const BATCH_SIZE = 100;
/** Batches of one event in one run: what is left is for the next run. */
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

/** Call after the commit of a batch with an audit record: seals it after the response. The Scheduler seals what is left. */
export function sealAfterResponse(ctx: RequestContext, eventId: string): void {
  flushAfterResponse(ctx, { outboxRows: [], effects: [pending(SEALS, eventId)] });
}

/** Seals what requests left unsealed when they died between their commit and the seal. */
export async function sealUnsealed(ctx: RequestContext): Promise<void> {
  for (const { eventId } of await listUnsealedEvents(ctx.db, EVENTS_PER_ALARM)) await sealRecords(ctx, eventId);
}

/**
 * Appends the unsealed records of an event to its chain: gives each a salt, the digest of its content, and the hash that
 * covers both and the hash before. Idempotent; of several at once, one writes and the others see what it wrote.
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
