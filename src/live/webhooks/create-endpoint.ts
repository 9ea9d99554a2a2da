import type { RequestContext } from "../../context.ts";
import { logChange } from "../../identity/accounts/log-change.ts";
import { findAuthentication } from "../../identity/second-factors/queries.ts";
import { requireStepUpFor } from "../../identity/second-factors/require-step-up.ts";
import { AppError } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { actorOf } from "../../platform/audit/actions.ts";
import { notAllowed } from "../../platform/authorization/api-key.ts";
import { authorizeMember } from "../../platform/authorization/authorize-member.ts";
import { authorizeUser } from "../../platform/authorization/authorize-user.ts";
import type { Caller } from "../../platform/authorization/caller.ts";
import { commit, deniedOr } from "../../platform/commit/commit.ts";
import { idempotent } from "../../platform/idempotency/idempotent.ts";
import { onShardOf } from "../../platform/shards/on-shard.ts";
import { auditEndpoint } from "./audit-endpoint.ts";
import { endpointNotices } from "./endpoint-notices.ts";
import { type EndpointRow, hasRoomForEndpoint, insertEndpoint } from "./endpoint-queries.ts";
import { requireDestination, requireReadable } from "./endpoint-rules.ts";
import { reaches } from "./read-endpoint.ts";
import { recheckEndpoints } from "./recheck-endpoints.ts";
import type { NewEndpoint } from "./schemas.ts";
import { newSecret, openSecret, sealSecret } from "./webhook-secret.ts";

/**
 * Creates an endpoint for future activities.
 * @returns the endpoint and its secret, which is not shown again; a request that is repeated with its idempotency key
 *   gets the same result
 * @throws AppError 403 `step_up_required`, 403 `insufficient_scope` for an API key that is restricted to other events
 *   or may not read what the types say, 400 for an address that no webhook may call, 404 for an event without a role,
 *   403 for a viewer's, 409 `webhook_limit_reached`
 */
export async function createEndpoint(
  ctx: RequestContext,
  caller: Caller,
  input: NewEndpoint,
): Promise<{ endpoint: EndpointRow; secret: string }> {
  requireDestination(ctx, input.url);
  if (!reaches(caller, input.eventId)) throw notAllowed("webhooks:write");
  requireReadable(caller, input.types);
  const endpoint = await makeIdempotently(ctx, caller, input);
  const secret = await openSecret(ctx, endpoint);
  if (secret === null) throw new AppError("webhook_changed");
  return { endpoint, secret };
}

const makeIdempotently = idempotent(authorizeUser, make);

async function make(ctx: RequestContext, caller: Caller, { url, types, eventId }: NewEndpoint): Promise<EndpointRow> {
  if (eventId !== null)
    await authorizeMember(onShardOf(ctx, eventId), { session: caller, eventId, minimumRole: "editor" }, {});
  const { accountsDb: db, clock } = ctx;
  const { user, authentication } = await authorizeUser(
    ctx,
    caller,
    {},
    { authentication: findAuthentication(db, caller) },
  );
  await requireStepUpFor("webhook_endpoint", ctx, caller, authentication);
  const now = clock.now();
  const id = newId(now);
  const endpoint: EndpointRow = {
    id,
    userId: caller.userId,
    apiKeyId: caller.apiKey?.id ?? null,
    eventId,
    url,
    types,
    sealedSecret: await sealSecret(ctx, id, newSecret()),
    previousSealedSecret: null,
    previousUntil: null,
    status: "enabled",
    failingSince: null,
    createdAt: now,
    updatedAt: now,
  };
  const audit = auditEndpoint(ctx, { action: "webhook.created", endpoint, actor: actorOf(user) });
  await commit(ctx, {
    by: user,
    guard: [hasRoomForEndpoint(db, user.id)],
    changes: {
      audit: audit.statements,
      stored: insertEndpoint(db, endpoint),
      logged: logChange(ctx, user.id, "webhook_endpoint_created", id),
    },
    messages: endpointNotices(ctx, user, "webhook_endpoint"),
    // The secret in it is encrypted.
    result: { value: endpoint },
    immediate: audit.immediate,
    effects: [...audit.effects, () => recheckEndpoints(ctx, endpoint)],
    at: now,
    lost: deniedOr(ctx, user, "webhook_limit_reached"),
  });
  return endpoint;
}
