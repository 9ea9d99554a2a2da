import { and, eq, sql } from "drizzle-orm";
import type { BusMessage } from "../../../proto/bus/messages.ts";
import type { RequestContext } from "../../context.ts";
import type { AccountsDatabase, Database } from "../../db/client.ts";
import { eventCollaborators, events } from "../../db/schema/events.ts";
import { webhookDeliveries, webhookEndpoints } from "../../db/schema/webhooks.ts";
import { presenterOf } from "../../http/present.ts";
import { logChange } from "../../identity/accounts/log-change.ts";
import { credentialNotices } from "../../identity/notices/account-notices.ts";
import type { NoticeDetail } from "../../identity/notices/notice-kinds.ts";
import { findAuthentication } from "../../identity/second-factors/queries.ts";
import { requireStepUpFor } from "../../identity/second-factors/require-step-up.ts";
import { DAY_MS, toIsoTime } from "../../kernel/clock.ts";
import { definedOnly } from "../../kernel/defined-only.ts";
import { AppError, invalidField, notFound, nothingToChange } from "../../kernel/errors.ts";
import { newId, shardOf } from "../../kernel/ids.ts";
import type { Scope } from "../../kernel/scopes.ts";
import { monitorOf } from "../../platform/activities/monitors.ts";
import { type AuditAction, type AuditActor, actorOf } from "../../platform/audit/actions.ts";
import { recordAudit } from "../../platform/audit/record.ts";
import { recordElsewhere } from "../../platform/audit/record-elsewhere.ts";
import { SEALS } from "../../platform/audit/seal-records.ts";
import { mayUse, notAllowed } from "../../platform/authorization/api-key.ts";
import { authorizeMember } from "../../platform/authorization/authorize-member.ts";
import { type AuthorizedUser, authorizeUser } from "../../platform/authorization/authorize-user.ts";
import type { Caller } from "../../platform/authorization/caller.ts";
import { commit, deniedOr, retried } from "../../platform/commit/commit.ts";
import { nextVersion, requireExpected, unchanged } from "../../platform/commit/unchanged.ts";
import { pending } from "../../platform/flush-after-response/flush-after-response.ts";
import { idempotent } from "../../platform/idempotency/idempotent.ts";
import { onShardOf } from "../../platform/shards/on-shard.ts";
import { selectUserShards, shardsOf } from "../../platform/shards/shards-of.ts";
import {
  deleteEndpoint as deleteRow,
  type EndpointRow,
  findEndpoint,
  hasRoomForEndpoint,
  hasSealedSecret,
  insertEndpoint,
  listEndpoints,
  updateEndpoint,
} from "./endpoint-queries.ts";
import type { DeliveryRow } from "./lease-queries.ts";
import { type EndpointChanges, type NewEndpoint, WebhookEndpoint } from "./schemas.ts";
import { isAccepted, problemOf, sendPayload } from "./send-payload.ts";
import { EVERY_TYPE, TEST_TYPE } from "./vocabulary.ts";
import { newSecret, openSecret, sealSecret } from "./webhook-secret.ts";

/** Attempts to write a change while parallel requests change the endpoint. */
const MAX_ATTEMPTS = 5;

/** Events of an account that recheck their endpoints immediately. Others recheck within a minute. */
const MAX_WOKEN = 200;

interface EndpointChange {
  action: Extract<AuditAction, `webhook.${string}`>;
  endpoint: Pick<EndpointRow, "id" | "eventId" | "url" | "types">;
  actor: AuditActor;
}

const presentEndpoint = presenterOf(WebhookEndpoint);

/** Time for which the previous secret also signs. */
const OVERLAP_MS = DAY_MS;

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

/** An endpoint gets what its creator may read. @throws AppError 403 `insufficient_scope` */
function requireReadable(caller: Caller, types: readonly string[]): void {
  const needed = types.flatMap((type): Scope[] => {
    if (type === EVERY_TYPE) return ["events:read", "guests:read"];
    return [type.startsWith("event.") ? "events:read" : "guests:read"];
  });
  const missing = needed.find((scope) => !mayUse(caller, scope));
  if (missing !== undefined) throw notAllowed(missing);
}

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
    ...{ id, userId: caller.userId, apiKeyId: caller.apiKey?.id ?? null, eventId, url, types },
    sealedSecret: await sealSecret(ctx, id, newSecret()),
    ...{ previousSealedSecret: null, previousUntil: null },
    ...{ status: "enabled", failingSince: null, createdAt: now, updatedAt: now },
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
    messages: noticesOf(ctx, user, "webhook_endpoint"),
    // The secret in it is encrypted.
    result: { value: endpoint },
    immediate: audit.immediate,
    effects: [...audit.effects, () => recheckEndpoints(ctx, endpoint)],
    at: now,
    lost: deniedOr(ctx, user, "webhook_limit_reached"),
  });
  return endpoint;
}

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
    const {
      updated: [row],
    } = await commit(ctx, {
      by: user,
      guard: [unchanged(webhookEndpoints, { id: endpointId }, endpoint)],
      changes: {
        audit: audit.statements,
        updated: updateEndpoint(db, endpointId, {
          ...changes,
          ...(starts ? { failingSince: null } : {}),
          updatedAt: nextVersion(webhookEndpoints, now),
        }),
        logged: logChange(ctx, user.id, "webhook_endpoint_changed", endpointId),
      },
      messages: isRedirected ? noticesOf(ctx, user, "webhook_changed") : [],
      immediate: audit.immediate,
      effects: [...audit.effects, () => recheckEndpoints(ctx, endpoint)],
      at: now,
      lost: "webhook_changed",
    });
    if (row === undefined) throw notFound();
    if (starts) ctx.defer(() => ctx.wakeScheduler(now, 0));
    return row;
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

/** The caller's endpoints, oldest first. */
export async function readEndpoints(ctx: RequestContext, caller: Caller): Promise<EndpointRow[]> {
  const { rows } = await authorizeUser(ctx, caller, {}, { rows: listEndpoints(ctx.accountsDb, caller.userId) });
  return rows.filter(({ eventId }) => reaches(caller, eventId));
}

/**
 * Returns one of the caller's endpoints, with the caller.
 * @throws AppError 404 for another user's endpoint
 */
export async function readEndpoint(
  ctx: RequestContext,
  caller: Caller,
  endpointId: string,
): Promise<{ user: AuthorizedUser; endpoint: EndpointRow }> {
  const { user, rows } = await authorizeUser(
    ctx,
    caller,
    {},
    { rows: findEndpoint(ctx.accountsDb, caller.userId, endpointId) },
  );
  return { user, endpoint: requireReached(caller, rows) };
}

/** @throws AppError 404 for an endpoint that the caller does not have or may not use */
function requireReached(caller: Caller, [endpoint]: readonly EndpointRow[]): EndpointRow {
  if (endpoint === undefined || !reaches(caller, endpoint.eventId)) throw notFound();
  return endpoint;
}

/** True if a caller may use the endpoints of an event (null: of all events). An API key may be restricted. */
function reaches({ apiKey }: Caller, eventId: string | null): boolean {
  const only = apiKey?.eventIds ?? null;
  return only === null || (eventId !== null && only.includes(eventId));
}

/**
 * Reads an endpoint that the caller is about to change or call, and the last authentication of the caller's session. An
 * API key changes and calls only the endpoints that it created, because only those end with the key.
 * @throws AppError 404 for another user's endpoint, 403 `session_required` for an API key that did not create it
 */
export async function readToChange(ctx: RequestContext, caller: Caller, endpointId: string) {
  const { accountsDb: db } = ctx;
  const { user, rows, authentication } = await authorizeUser(
    ctx,
    caller,
    {},
    { rows: findEndpoint(db, caller.userId, endpointId), authentication: findAuthentication(db, caller) },
  );
  const endpoint = requireReached(caller, rows);
  const { apiKey } = caller;
  if (apiKey !== undefined && apiKey.id !== endpoint.apiKeyId) {
    const message = "This API key didn't create the webhook endpoint, so it can't use it. Sign in instead.";
    throw new AppError("session_required", {}, message);
  }
  return { user, endpoint, authentication };
}

/**
 * Gives an endpoint a new secret. The previous secret also signs for one day. A secret before that stops immediately,
 * so a lost race is not retried: the retry would end the secret that receivers still use.
 * @returns the secret, which is not shown again, and until when both sign (epoch milliseconds)
 * @throws AppError 403 `step_up_required`, errors of `readToChange`, 409 `webhook_changed` when another change was
 *   faster
 */
export async function rotateSecret(
  ctx: RequestContext,
  caller: Caller,
  endpointId: string,
): Promise<{ secret: string; previousUntil: number }> {
  const { user, endpoint, authentication } = await readToChange(ctx, caller, endpointId);
  await requireStepUpFor("webhook_endpoint", ctx, caller, authentication);
  const { accountsDb: db, clock } = ctx;
  const now = clock.now();
  const secret = newSecret();
  const previousUntil = now + OVERLAP_MS;
  const audit = auditEndpoint(ctx, { action: "webhook.secret_rotated", endpoint, actor: actorOf(user) });
  const { sealedSecret: previousSealedSecret } = endpoint;
  await commit(ctx, {
    by: user,
    guard: [
      unchanged(webhookEndpoints, { id: endpointId }, endpoint),
      // A change of the platform secret encrypts it again and gives the row no new version.
      hasSealedSecret(db, endpointId, previousSealedSecret),
    ],
    changes: {
      audit: audit.statements,
      rotated: updateEndpoint(db, endpointId, {
        ...{ sealedSecret: await sealSecret(ctx, endpointId, secret), previousSealedSecret, previousUntil },
        updatedAt: nextVersion(webhookEndpoints, now),
      }),
      logged: logChange(ctx, user.id, "webhook_endpoint_changed", endpointId),
    },
    messages: noticesOf(ctx, user, "webhook_secret"),
    immediate: audit.immediate,
    effects: audit.effects,
    at: now,
    lost: deniedOr(ctx, user, "webhook_changed"),
  });
  return { secret, previousUntil };
}

/** The email to the account about a new, redirected or newly signed endpoint, also if an API key did it. */
function noticesOf(ctx: RequestContext, user: AuthorizedUser, detail: NoticeDetail): BusMessage[] {
  return credentialNotices(ctx, "webhook_endpoint", [user.id], { actorId: user.id, detail });
}

/**
 * Sends a test to an endpoint while the caller waits, once, whatever the endpoint's state.
 * @throws AppError errors of `readToChange`
 */
export async function testEndpoint(ctx: RequestContext, caller: Caller, endpointId: string): Promise<DeliveryRow> {
  const { endpoint } = await readToChange(ctx, caller, endpointId);
  const now = ctx.clock.now();
  const id = newId(now);
  const payload = { type: TEST_TYPE, timestamp: toIsoTime(now), data: { endpoint_id: endpointId } };
  const responseStatus = await sendPayload(ctx, endpoint, id, payload);
  const delivery: DeliveryRow = {
    ...{ endpointId, id, eventId: null, sequence: null, type: TEST_TYPE },
    status: isAccepted(responseStatus) ? "delivered" : "failed",
    ...{ attempts: 1, responseStatus, nextAttemptAt: now, leasedBy: null, leasedUntil: null, at: now },
  };
  await insertDelivery(ctx.accountsDb, delivery);
  return delivery;
}

/**
 * Prepares the record of a change of an event's endpoint, for the event's log. An endpoint for all events of an account
 * has no log. Of the address it stores only the host, because the path may be a secret.
 * @returns what `commit()` stores with the change: the record, or its message if the event is on another shard than the
 *   accounts
 */
function auditEndpoint(ctx: RequestContext, { action, endpoint, actor }: EndpointChange) {
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

/** @throws AppError 400 for an address that no webhook may call */
function requireDestination(ctx: Pick<RequestContext, "config">, url: string): void {
  const problem = problemOf(ctx, url);
  if (problem !== null) throw invalidField("url", problem);
}

/** Makes the monitors of an endpoint's events look for endpoints again. Monitors without an endpoint look once per minute. */
async function recheckEndpoints(ctx: RequestContext, { userId, eventId }: Pick<EndpointRow, "userId" | "eventId">) {
  const ids = eventId === null ? await ownedEvents(ctx, userId) : [eventId];
  await Promise.all(ids.map((id) => monitorOf(ctx, id).wakeWebhooks()));
}

async function ownedEvents(ctx: RequestContext, userId: string): Promise<string[]> {
  const home = onShardOf(ctx, userId);
  const [rows = []] = await Promise.all(selectUserShards(home, userId));
  const found = await Promise.all(shardsOf(home, userId, rows).map(({ db }) => listOwnedEvents(db, userId, MAX_WOKEN)));
  return found.flat().map(({ id }) => id);
}

/** The newest events that a user owns on a shard. */
function listOwnedEvents(db: Database, userId: string, limit: number) {
  return db
    .select({ id: events.id })
    .from(eventCollaborators)
    .innerJoin(events, eq(events.id, eventCollaborators.eventId))
    .where(
      and(
        eq(eventCollaborators.userId, userId),
        eq(eventCollaborators.role, "owner"),
        sql`${events.deletedAt} is null`,
      ),
    )
    .orderBy(sql`${events.id} desc`)
    .limit(limit);
}

function insertDelivery(db: AccountsDatabase, row: DeliveryRow) {
  return db.insert(webhookDeliveries).values(row);
}
