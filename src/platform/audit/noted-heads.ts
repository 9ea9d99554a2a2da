import { and, eq, lt } from "drizzle-orm";
import * as z from "zod";
import type { RequestContext } from "../../context.ts";
import type { Database } from "../../db/client.ts";
import { auditChains, auditRecords } from "../../db/schema/platform.ts";
import { log } from "../../kernel/log.ts";
import { signed } from "../secrets/signed.ts";
import type { ChainHead } from "./chain.ts";

/** Events per alarm of the Scheduler. */
const EVENTS_PER_ALARM = 50;

/**
 * A head of a chain, signed with a key of the platform secret and stored in KV. An attacker with write access to only
 * the database can compute a new chain, but cannot change this head. It does not expire, because the chain does not.
 */
const NOTE = signed("audit_head", z.object({ event: z.string(), sequence: z.int(), hash: z.string() }), null);

/** Notes the heads of chains that have grown since their last note. Chains of deleted events need none. */
export async function noteHeads(ctx: RequestContext): Promise<void> {
  const heads = await listUnnotedHeads(ctx.db, EVENTS_PER_ALARM);
  for (const head of heads) await noteHead(ctx, head);
}

/** A note that is no longer part of its chain stays, as the evidence. */
async function noteHead(ctx: RequestContext, { eventId, sequence, hash }: ChainHead & { eventId: string }) {
  const { db, kv } = ctx;
  const noted = await findNotedHead(ctx, eventId);
  const [found] = noted === null ? [] : await findHashAt(db, eventId, noted.sequence);
  if (noted === null || found?.hash === noted.hash) {
    await kv.put(keyOf(eventId), await NOTE.sign(ctx, { event: eventId, sequence, hash }));
  } else log("error", "audit_head_lost", { event_id: eventId, sequence: noted.sequence });
  await markNoted(db, eventId, sequence);
}

/** Returns the last stored head. Null if there is none, or no current key has signed it. */
export async function findNotedHead(ctx: RequestContext, eventId: string): Promise<ChainHead | null> {
  const text = await ctx.kv.get(keyOf(eventId));
  if (text === null) return null;
  const note = await NOTE.verify(ctx, text);
  if (note.status !== "valid" || note.content.event !== eventId) return null;
  const { sequence, hash } = note.content;
  return { sequence, hash };
}

/** Deletes the noted head of an event that was deleted with its chain. */
export async function deleteNotedHead({ kv }: Pick<RequestContext, "kv">, eventId: string): Promise<void> {
  await kv.delete(keyOf(eventId));
}

function keyOf(eventId: string): string {
  return `audit-head:${eventId}`;
}

/** The heads of chains that have grown since the last note outside the database. */
function listUnnotedHeads(db: Database, limit: number) {
  const { eventId, sequence, hash, notedSequence } = auditChains;
  return db.select({ eventId, sequence, hash }).from(auditChains).where(lt(notedSequence, sequence)).limit(limit);
}

/** The hash of one record of a chain. */
function findHashAt(db: Database, eventId: string, sequence: number) {
  return db
    .select({ hash: auditRecords.hash })
    .from(auditRecords)
    .where(and(eq(auditRecords.eventId, eventId), eq(auditRecords.sequence, sequence)));
}

/** Sets the head that was noted last. */
function markNoted(db: Database, eventId: string, sequence: number) {
  return db.update(auditChains).set({ notedSequence: sequence }).where(eq(auditChains.eventId, eventId));
}
