import type { RequestContext } from "../../context.ts";
import { one } from "../../db/one.ts";
import { webhookEndpoints } from "../../db/schema/webhooks.ts";
import { presenterOf } from "../../http/present.ts";
import { logChange } from "../../identity/accounts/log-change.ts";
import { requireStepUpFor } from "../../identity/second-factors/require-step-up.ts";
import { definedOnly } from "../../kernel/defined-only.ts";
import { AppError, notFound, nothingToChange } from "../../kernel/errors.ts";
import { actorOf } from "../../platform/audit/actions.ts";
import type { Caller } from "../../platform/authorization/caller.ts";
import { commit, retried } from "../../platform/commit/commit.ts";
import { nextVersion, requireExpected, unchanged } from "../../platform/commit/unchanged.ts";
import { auditEndpoint } from "./audit-endpoint.ts";
import { endpointNotices } from "./endpoint-notices.ts";
import { deleteEndpoint as deleteRow, type EndpointRow, updateEndpoint } from "./endpoint-queries.ts";
import { requireDestination, requireReadable } from "./endpoint-rules.ts";
import { readToChange } from "./read-endpoint.ts";
import { recheckEndpoints } from "./recheck-endpoints.ts";
import { type EndpointChanges, WebhookEndpoint } from "./schemas.ts";

/** Attempts to write a change while parallel requests change the endpoint. */
const MAX_ATTEMPTS = 5;

const presentEndpoint = presenterOf(WebhookEndpoint);

/**
 * Changes an endpoint. An endpoint that is enabled again gets the activities that were undelivered when it was
 * disabled, and all future ones. It does not get those in between.
 * @throws AppError 400 without a field or for an address that no webhook may call, 403 `step_up_required` for another
 *   address or other types, 403 `insufficient_scope` for an API key that may not read the types, errors of
 *   `readToChange`, 409 `webhook_changed` if every retry conflicts with another change
 */
export const changeEndpoint = retried(
  async (
    ctx: RequestContext,
    caller: Caller,
    endpointId: string,
    { expectedUpdatedAt: expected, ...input }: EndpointChanges,
  ): Promise<EndpointRow> => {
    const changes = definedOnly(input);
    if (Object.keys(changes).length === 0) throw nothingToChange();
    if (changes.url !== undefined) requireDestination(ctx, changes.url);
    const { user, endpoint, authentication } = await readToChange(ctx, caller, endpointId);
    requireExpected(expected, endpoint, () => new AppError("webhook_changed", { endpoint: presentEndpoint(endpoint) }));
    // A change of these fields does as much as a new endpoint.
    const isRedirected = changes.url !== undefined || changes.types !== undefined;
    if (isRedirected) await requireStepUpFor("webhook_endpoint", ctx, caller, authentication);
    if (changes.types !== undefined) requireReadable(caller, changes.types);
    const { accountsDb: db, clock } = ctx;
    const now = clock.now();
    const starts = changes.status === "enabled" && endpoint.status !== "enabled";
    const change = { action: "webhook.updated" as const, endpoint: { ...endpoint, ...changes }, actor: actorOf(user) };
    const audit = auditEndpoint(ctx, change);
    const { updated } = await commit(ctx, {
      by: user,
      guard: [unchanged(webhookEndpoints, { id: endpointId }, endpoint)],
      changes: {
        audit: audit.statements,
        updated: one(
          updateEndpoint(db, endpointId, {
            ...changes,
            ...(starts ? { failingSince: null } : {}),
            updatedAt: nextVersion(webhookEndpoints, now),
          }),
        ),
        logged: logChange(ctx, user.id, "webhook_endpoint_changed", endpointId),
      },
      messages: isRedirected ? endpointNotices(ctx, user, "webhook_changed") : [],
      immediate: audit.immediate,
      effects: [...audit.effects, () => recheckEndpoints(ctx, endpoint)],
      at: now,
      lost: "webhook_changed",
    });
    if (updated === undefined) throw notFound();
    if (starts) ctx.defer(() => ctx.wakeScheduler(now, 0));
    return updated;
  },
  MAX_ATTEMPTS,
);

/**
 * Deletes an endpoint with its deliveries: nothing is sent to it any more.
 * @throws AppError errors of `readToChange`, 409 `webhook_changed` if every retry conflicts with another change
 */
export const deleteEndpoint = retried(
  async (ctx: RequestContext, caller: Caller, endpointId: string): Promise<void> => {
    const { user, endpoint } = await readToChange(ctx, caller, endpointId);
    const audit = auditEndpoint(ctx, { action: "webhook.deleted", endpoint, actor: actorOf(user) });
    await commit(ctx, {
      by: user,
      guard: [unchanged(webhookEndpoints, { id: endpointId }, endpoint)],
      changes: {
        audit: audit.statements,
        deleted: deleteRow(ctx.accountsDb, endpointId),
        logged: logChange(ctx, user.id, "webhook_endpoint_ended", endpointId),
      },
      immediate: audit.immediate,
      effects: audit.effects,
      at: ctx.clock.now(),
      lost: "webhook_changed",
    });
  },
  MAX_ATTEMPTS,
);
