import { runBatch } from "../../db/batch.ts";
import { AppError } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { idempotent } from "../../platform/idempotency/idempotent.ts";
import { recordResult } from "../../platform/idempotency/record-result.ts";
import { onShardOf } from "../../platform/shards/on-shard.ts";
import type { RequestContext } from "../../request-context.ts";
import { notAllowed } from "../accounts/api-key.ts";
import { authorizeUser } from "../accounts/authorize-user.ts";
import type { Caller } from "../accounts/session-token.ts";
import { actorOf } from "../audit/actor.ts";
import { authorizeMember } from "../members/authorize-member.ts";
import { auditEndpoint } from "./audit-endpoint.ts";
import { type EndpointRow, hasRoomForEndpoint, insertEndpoint } from "./endpoint-queries.ts";
import { mayUse } from "./read-endpoints.ts";
import { requireDestination } from "./require-destination.ts";
import type { NewEndpoint } from "./schemas.ts";
import { wakeEvents } from "./wake-events.ts";
import { newSecret, openSecret, sealSecret } from "./webhook-secret.ts";

/**
 * Stores an endpoint, which is told what happens from now on.
 * @returns the endpoint and its secret, which is not shown again; a request that is repeated with its key gets the same
 * @throws AppError 403 `insufficient_scope` for an API key that is restricted to other events, 400 for an address that no
 *   webhook may call, 404 for a stranger's event, 403 for a viewer's, 409 `webhook_limit_reached`
 */
export async function createEndpoint(
  ctx: RequestContext,
  caller: Caller,
  input: NewEndpoint,
): Promise<{ endpoint: EndpointRow; secret: string }> {
  requireDestination(ctx, input.url);
  if (!mayUse(caller, input.eventId)) throw notAllowed("webhooks:write");
  const endpoint = await makeIdempotently(ctx, caller, input);
  const secret = await openSecret(ctx, endpoint);
  if (secret === null) throw new AppError("webhook_changed");
  return { endpoint, secret };
}

const makeIdempotently = idempotent(authorizeUser, make);

async function make(ctx: RequestContext, caller: Caller, { url, types, eventId }: NewEndpoint): Promise<EndpointRow> {
  if (eventId !== null)
    await authorizeMember(onShardOf(ctx, eventId), { session: caller, eventId, minimumRole: "editor" }, {});
  const { user } = await authorizeUser(ctx, caller, {});
  const { accountsDb: db, clock } = ctx;
  const now = clock.now();
  const id = newId(now);
  const endpoint: EndpointRow = {
    ...{ id, userId: caller.userId, eventId, url, types },
    sealedSecret: await sealSecret(ctx, id, newSecret()),
    ...{ previousSealedSecret: null, previousUntil: null },
    ...{ status: "enabled", failingSince: null, createdAt: now, updatedAt: now },
  };
  const guard = hasRoomForEndpoint(db, user);
  const audit = auditEndpoint(ctx, { action: "webhook.created", endpoint, actor: actorOf(user) }, guard);
  const { stored } = await runBatch(db, {
    audit: audit.statements,
    // Before the endpoint, which may be the last that there is room for. It holds the secret sealed.
    recorded: recordResult(ctx, caller, endpoint, guard),
    stored: insertEndpoint(db, user, endpoint),
  });
  if (stored[0] === undefined) {
    await authorizeUser(ctx, caller, {});
    throw new AppError("webhook_limit_reached");
  }
  audit.afterCommit();
  wakeEvents(ctx, endpoint);
  return endpoint;
}
