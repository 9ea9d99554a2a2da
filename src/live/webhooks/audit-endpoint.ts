import type { RequestContext } from "../../context.ts";
import { shardOf } from "../../kernel/ids.ts";
import type { AuditAction, AuditActor } from "../../platform/audit/actions.ts";
import { recordAudit } from "../../platform/audit/record.ts";
import { recordElsewhere } from "../../platform/audit/record-elsewhere.ts";
import { SEALS } from "../../platform/audit/seal-records.ts";
import { pending } from "../../platform/flush-after-response/flush-after-response.ts";
import type { EndpointRow } from "./endpoint-queries.ts";

interface EndpointChange {
  action: Extract<AuditAction, `webhook.${string}`>;
  endpoint: Pick<EndpointRow, "id" | "eventId" | "url" | "types">;
  actor: AuditActor;
}

/**
 * Prepares the record of a change of an event's endpoint, for the event's log. An endpoint for all events of an account
 * has no log. Of the address it stores only the host, because the path may be a secret.
 * @returns what `commit()` stores with the change: the record, or its message if the event is on another shard than the
 *   accounts
 */
export function auditEndpoint(ctx: RequestContext, { action, endpoint, actor }: EndpointChange) {
  const { eventId, url, types } = endpoint;
  if (eventId === null) return { statements: [], immediate: [], effects: [] };
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
  if (shardOf(eventId) !== 0) return { statements: [], immediate: [recordElsewhere(ctx, entry)], effects: [] };
  return { statements: [recordAudit(ctx.accountsDb, entry)], immediate: [], effects: [pending(SEALS, eventId)] };
}
