import { eq, exists } from "drizzle-orm";
import type { BusMessage } from "../../../proto/bus/messages.ts";
import type { RequestContext } from "../../context.ts";
import { events } from "../../db/schema/events.ts";
import { busMessage, type Immediate } from "../outbox/enqueue.ts";
import { onShardOf } from "../shards/on-shard.ts";
import type { AuditAction } from "./actions.ts";
import { type AuditEntry, recordAudit } from "./record.ts";
import { sealAfterResponse } from "./seal-records.ts";

/**
 * The audit record of a change on another shard than its event, as a message of the change: the request stores the
 * record after its response, or the consumer does.
 */
export function recordElsewhere(ctx: RequestContext, entry: AuditEntry): Immediate {
  const message = busMessage(ctx, "audit.record", {
    event_id: entry.eventId,
    action: entry.action,
    actor_id: entry.actorId,
    recorded_at: entry.at,
    ...(entry.actorKey && { key: entry.actorKey }),
    ...(entry.target !== null && { target_id: entry.target }),
    before: entry.before,
    after: entry.after,
  });
  return { message, run: () => recordLate(onShardOf(ctx, entry.eventId), message) };
}

/** Consumer of `audit.record`. @param ctx on the shard of the event */
export function recordLate(
  ctx: RequestContext,
  { id, body }: Extract<BusMessage, { type: "audit.record" }>,
): Promise<void> {
  const { event_id: eventId, actor_id: actorId, key: actorKey, target_id: target = null, recorded_at: at } = body;
  const [action, { before, after }] = [body.action as AuditAction, body];
  return recordOnce(ctx, { id, eventId, actorId, actorKey, action, target, before, after, at });
}

/**
 * Stores and seals a record by the ID of its queue message. Idempotent. Records nothing if the event was erased.
 * @param ctx on the shard of the event
 */
export async function recordOnce(ctx: RequestContext, entry: AuditEntry & { id: string }): Promise<void> {
  const { eventId } = entry;
  const isEvent = exists(ctx.db.select({ id: events.id }).from(events).where(eq(events.id, eventId)));
  await recordAudit(ctx.db, entry, isEvent).onConflictDoNothing();
  sealAfterResponse(ctx, eventId);
}
