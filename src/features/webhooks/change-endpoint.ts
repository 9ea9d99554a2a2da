import { runBatch } from "../../db/batch.ts";
import { definedOnly } from "../../kernel/defined-only.ts";
import { notFound, nothingToChange } from "../../kernel/errors.ts";
import type { RequestContext } from "../../request-context.ts";
import { hasLiveSession } from "../accounts/queries.ts";
import type { Caller } from "../accounts/session-token.ts";
import { actorOf } from "../audit/actor.ts";
import { auditEndpoint } from "./audit-endpoint.ts";
import { type EndpointRow, updateEndpoint } from "./endpoint-queries.ts";
import { readEndpoint } from "./read-endpoints.ts";
import { requireDestination } from "./require-destination.ts";
import type { EndpointChanges } from "./schemas.ts";
import { wakeEvents } from "./wake-events.ts";

/**
 * Changes an endpoint. One that is enabled again gets what had not been delivered when it was disabled or ended, and what happens from
 * now on; not what happened in between.
 * @throws AppError 400 without a field or for an address that no webhook may call, 404
 */
export async function changeEndpoint(
  ctx: RequestContext,
  caller: Caller,
  endpointId: string,
  input: EndpointChanges,
): Promise<EndpointRow> {
  const changes = definedOnly(input);
  if (Object.keys(changes).length === 0) throw nothingToChange();
  if (changes.url !== undefined) requireDestination(ctx, changes.url);
  const { user, endpoint } = await readEndpoint(ctx, caller, endpointId);
  const { accountsDb: db, clock } = ctx;
  const now = clock.now();
  const starts = changes.status === "enabled" && endpoint.status !== "enabled";
  const change = { action: "webhook.updated" as const, endpoint: { ...endpoint, ...changes }, actor: actorOf(user) };
  const audit = auditEndpoint(ctx, change, hasLiveSession(db, user));
  const { updated } = await runBatch(db, {
    audit: audit.statements,
    updated: updateEndpoint(db, user, endpointId, {
      ...changes,
      ...(starts ? { failingSince: null } : {}),
      updatedAt: now,
    }),
  });
  const [row] = updated;
  if (row === undefined) throw notFound();
  audit.afterCommit();
  wakeEvents(ctx, row);
  if (starts) ctx.defer(() => ctx.wakeScheduler(now, 0));
  return row;
}
