import { runBatch } from "../../db/batch.ts";
import { notFound } from "../../kernel/errors.ts";
import type { RequestContext } from "../../request-context.ts";
import { hasLiveSession } from "../accounts/queries.ts";
import type { Caller } from "../accounts/session-token.ts";
import { actorOf } from "../audit/actor.ts";
import { auditEndpoint } from "./audit-endpoint.ts";
import { deleteEndpoint as deleteRow } from "./endpoint-queries.ts";
import { readEndpoint } from "./read-endpoints.ts";

/** Deletes an endpoint with its deliveries: nothing is sent to it any more. @throws AppError 404 */
export async function deleteEndpoint(ctx: RequestContext, caller: Caller, endpointId: string): Promise<void> {
  const { user, endpoint } = await readEndpoint(ctx, caller, endpointId);
  const { accountsDb: db } = ctx;
  const change = { action: "webhook.deleted" as const, endpoint, actor: actorOf(user) };
  const audit = auditEndpoint(ctx, change, hasLiveSession(db, user));
  const { deleted } = await runBatch(db, { audit: audit.statements, deleted: deleteRow(db, user, endpointId) });
  if (deleted[0] === undefined) throw notFound();
  audit.afterCommit();
}
