import type { SQL } from "drizzle-orm";
import { onShardOf } from "../../platform/shards/on-shard.ts";
import type { RequestContext } from "../../request-context.ts";
import type { AuditAction } from "../audit/actions.ts";
import type { AuditActor } from "../audit/actor.ts";
import { recordAudit } from "../audit/record.ts";
import { sealAfterResponse } from "../audit/seal-records.ts";
import type { EndpointRow } from "./endpoint-queries.ts";

/** A change of an endpoint. */
interface EndpointChange {
  action: Extract<AuditAction, `webhook.${string}`>;
  endpoint: Pick<EndpointRow, "id" | "eventId" | "url" | "types">;
  actor: AuditActor;
}

/**
 * The record of a change of an event's endpoint, for the event's log. An endpoint for all events of an account belongs to no
 * log. The address is left out but for its host, because its path may be a secret.
 * @param guard the condition of the change; put the statements before it
 * @returns statements for the batch of the change, and what to call after the commit: an event on another shard than the
 *   accounts gets its record then
 */
export function auditEndpoint(ctx: RequestContext, { action, endpoint, actor }: EndpointChange, guard?: SQL) {
  const { eventId, url, types } = endpoint;
  if (eventId === null) return { statements: [], afterCommit: () => undefined };
  const event = onShardOf(ctx, eventId);
  const state = { host: URL.parse(url)?.host ?? "", types: types.join(", ") };
  const isGone = action === "webhook.deleted";
  const entry = {
    eventId,
    ...actor,
    action,
    target: endpoint.id,
    before: isGone ? state : null,
    after: isGone ? null : state,
    at: ctx.clock.now(),
  };
  const isHere = event.shard === 0;
  return {
    statements: isHere ? [recordAudit(event.db, entry, guard)] : [],
    afterCommit() {
      if (isHere) return sealAfterResponse(event, eventId);
      ctx.defer(async () => {
        await recordAudit(event.db, entry);
        sealAfterResponse(event, eventId);
      });
    },
  };
}
