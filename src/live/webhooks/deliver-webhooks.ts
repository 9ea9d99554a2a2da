import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { BusMessage } from "../../../proto/bus/messages.ts";
import type { RequestContext } from "../../context.ts";
import { runBatch } from "../../db/batch.ts";
import type { AccountsDatabase, Statement } from "../../db/client.ts";
import { insertFrom } from "../../db/inserts.ts";
import { one } from "../../db/one.ts";
import { webhookDeliveries, webhookEndpoints } from "../../db/schema/webhooks.ts";
import { accountNotices } from "../../identity/notices/account-notices.ts";
import { SECOND_MS } from "../../kernel/clock.ts";
import { newId } from "../../kernel/ids.ts";
import { monitorOf } from "../../platform/activities/monitors.ts";
import { nextVersion } from "../../platform/commit/unchanged.ts";
import { busMessage, enqueue } from "../../platform/outbox/enqueue.ts";
import { onShard } from "../../platform/shards/on-shard.ts";
import {
  type DeliveryResult,
  type EventEditor,
  isPendingOf,
  type LeasedDelivery,
  listEditors,
  listTaken,
} from "./lease-queries.ts";
import { isToEnd } from "./retry-schedule.ts";
import { type DeliveryBatchResult, NO_RESULTS, sendLeasedDeliveries } from "./send-leased-deliveries.ts";

type DeliverMessage = Extract<BusMessage, { type: "webhooks.deliver" }>;

/** After this no more deliveries are leased, and another message continues. A receiver takes 10 s at most. */
const RUN_MS = 20 * SECOND_MS;
/** Calls of receivers in one run: an invocation has 10,000 subrequests, and up to ten events. */
const RUN_CALLS = 800;
/** Time for which a run owns deliveries: longer than a run and its last call. */
const LEASE_MS = 60 * SECOND_MS;
/** Maximum deliveries that are leased per endpoint. */
const PER_LINE = 50;

/**
 * Creates deliveries of an event's activities and sends the due ones. Safe to repeat and to run concurrently. Each
 * activity becomes one delivery per endpoint, and one run at a time sends an endpoint's deliveries, in order.
 * @returns the outcome of each message: a rejected one is retried
 */
export async function deliverWebhooks(
  ctx: RequestContext,
  messages: readonly DeliverMessage[],
): Promise<PromiseSettledResult<unknown>[]> {
  const eventIds = [...new Set(messages.map(({ body }) => body.event_id))];
  const outcomes = await Promise.allSettled(eventIds.map((eventId) => deliverOfEvent(ctx, eventId)));
  return messages.map(
    ({ body }) => outcomes[eventIds.indexOf(body.event_id)] ?? { status: "fulfilled", value: undefined },
  );
}

/** Two calls of the database and one more for each round of deliveries, however many endpoints there are. */
async function deliverOfEvent(ctx: RequestContext, eventId: string): Promise<void> {
  const run = startRun(ctx);
  const hosts = await listEditors(ctx.db, eventId);
  let results: DeliveryBatchResult = NO_RESULTS;
  for (let isOver = false; !isOver; ) {
    isOver = run.isOver();
    const taken = await leaseNextBatch(ctx, { eventId, hosts, results, isOver });
    if (taken.length === 0) break;
    results = await sendLeasedDeliveries(run.counting(ctx), eventId, taken, PER_LINE, run.isOver);
  }
}

/** The limits of a run, in time and in calls of receivers. */
function startRun({ clock }: RequestContext) {
  const endsAt = clock.now() + RUN_MS;
  let calls = 0;
  return {
    isOver: () => clock.now() >= endsAt || calls >= RUN_CALLS,
    counting: (ctx: RequestContext): RequestContext => ({
      ...ctx,
      postWebhook(...call) {
        calls += 1;
        return ctx.postWebhook(...call);
      },
    }),
  };
}

interface Round {
  eventId: string;
  hosts: readonly EventEditor[];
  /** Outcome of the previous pass. */
  results: DeliveryBatchResult;
  /** Whether nothing more is to be taken. */
  isOver: boolean;
}

/**
 * Stores the outcome of the previous pass, creates deliveries of new activities, and leases the next deliveries, in one
 * batch.
 */
async function leaseNextBatch(
  ctx: RequestContext,
  { eventId, hosts, results, isOver }: Round,
): Promise<LeasedDelivery[]> {
  const { accountsDb: db, clock } = ctx;
  const backlog = await monitorOf(ctx, eventId).webhookBacklog();
  const now = clock.now();
  const lease = { id: newId(now), now, until: now + LEASE_MS, perLine: PER_LINE };
  const persisted = persistResults(ctx, results);
  const { wanting, taken } = await runBatch(db, {
    persisted: persisted.statements,
    inserted: backlog.length > 0 && insertDeliveries(db, eventId, hosts, backlog, now),
    cancelled: cancelForeign(db, eventId, hosts, now),
    wanting: one(findSubscribedEndpoint(db, eventId, hosts)),
    lines: !isOver && leaseDeliveries(db, eventId, hosts, lease),
    taken: listTaken(db, eventId, lease.id),
  });
  persisted.afterCommit();
  const last = backlog.at(-1);
  if (last !== undefined) await monitorOf(ctx, eventId).acknowledgeWebhooks(last.sequence, wanting === undefined);
  // Another message delivers the rest. If it gets lost, the Scheduler finds the deliveries.
  if (isOver) await ctx.bus.tryPublish([busMessage(ctx, "webhooks.deliver", { event_id: eventId })]);
  return taken;
}

/**
 * Returns the statements that store the outcome of deliveries. Disables an endpoint that has failed for five days and
 * emails its owner.
 */
function persistResults(
  ctx: RequestContext,
  { leaseId, deliveries, failing, working }: DeliveryBatchResult,
): { statements: Statement[]; afterCommit(): void } {
  if (leaseId === null || deliveries.length === 0) return { statements: [], afterCommit: () => undefined };
  const { accountsDb: db, clock } = ctx;
  const accounts = onShard(ctx, 0);
  const now = clock.now();
  const ended = failing.filter(({ failingSince }) => isToEnd(failingSince, now));
  const notices = ended.map(({ id, userId, eventId }) =>
    enqueue(
      accounts,
      accountNotices(ctx, "webhook_ended", [userId], { eventId: eventId ?? undefined }),
      isEndpointEnabled(id),
    ),
  );
  const retries = deliveries.filter(({ status, nextAttemptAt }) => status === "pending" && nextAttemptAt > now);
  return {
    statements: [
      updateDeliveries(db, leaseId, deliveries),
      ...markEndpoints(db, { failing: failing.map(({ id }) => id), working: working.map(({ id }) => id) }, now),
      ...notices.flatMap(({ statements }) => statements),
      ...ended.map(({ id }) => endEndpoint(db, id, now)),
    ],
    afterCommit() {
      for (const notice of notices) notice.publishAfterResponse();
      if (retries.length === 0) return;
      const next = Math.min(...retries.map(({ nextAttemptAt }) => nextAttemptAt));
      ctx.defer(() => ctx.wakeScheduler(next, 0));
    },
  };
}

/** Stores the outcome of deliveries and releases their lease. Skips a delivery that another run has leased since. */
function updateDeliveries(db: AccountsDatabase, leaseId: string, results: readonly DeliveryResult[]) {
  const field = (name: keyof DeliveryResult) => sql.raw(`value ->> '${name}'`);
  const rows = sql`(select ${field("endpointId")} as endpoint_id, ${field("id")} as id, ${field("status")} as status,
    ${field("attempts")} as attempts, ${field("responseStatus")} as response_status,
    ${field("nextAttemptAt")} as next_attempt_at, ${field("at")} as at from json_each(${JSON.stringify(results)})) as results`;
  return db
    .update(webhookDeliveries)
    .set({
      status: sql`results.status`,
      attempts: sql`results.attempts`,
      responseStatus: sql`results.response_status`,
      nextAttemptAt: sql`results.next_attempt_at`,
      at: sql`results.at`,
      leasedBy: null,
      leasedUntil: null,
    })
    .from(rows)
    .where(
      and(
        eq(webhookDeliveries.endpointId, sql`results.endpoint_id`),
        eq(webhookDeliveries.id, sql`results.id`),
        eq(webhookDeliveries.leasedBy, leaseId),
      ),
    );
}

/** Stores since when endpoints fail, and that others do not any more. @param now epoch milliseconds */
function markEndpoints(
  db: AccountsDatabase,
  endpoints: { failing: readonly string[]; working: readonly string[] },
  now: number,
) {
  const { id, failingSince } = webhookEndpoints;
  const isAmong = (ids: readonly string[]) => sql`${id} in (select value from json_each(${JSON.stringify(ids)}))`;
  return [
    ...(endpoints.failing.length === 0
      ? []
      : [
          db
            .update(webhookEndpoints)
            .set({ failingSince: now })
            .where(and(isAmong(endpoints.failing), isNull(failingSince))),
        ]),
    ...(endpoints.working.length === 0
      ? []
      : [
          db
            .update(webhookEndpoints)
            .set({ failingSince: null })
            .where(and(isAmong(endpoints.working), sql`${failingSince} is not null`)),
        ]),
  ];
}

/** Condition: the endpoint is still enabled. The run that disables it notifies its owner. */
function isEndpointEnabled(endpointId: string): SQL {
  return sql`exists (select 1 from ${webhookEndpoints} where ${webhookEndpoints.id} = ${endpointId}
    and ${webhookEndpoints.status} = 'enabled')`;
}

function endEndpoint(db: AccountsDatabase, endpointId: string, now: number) {
  return db
    .update(webhookEndpoints)
    .set({ status: "ended", updatedAt: nextVersion(webhookEndpoints, now) })
    .where(and(eq(webhookEndpoints.id, endpointId), eq(webhookEndpoints.status, "enabled")));
}

/** Selects one enabled endpoint of the event, if there is one. */
function findSubscribedEndpoint(db: AccountsDatabase, eventId: string, hosts: readonly EventEditor[]) {
  return db
    .select({ id: webhookEndpoints.id })
    .from(webhookEndpoints)
    .where(sql`${webhookEndpoints.id} in (${endpointsOf(eventId, hosts, true)})`)
    .limit(1);
}

/**
 * Stores a delivery of each activity to each endpoint that wants its type and existed when it was numbered. One that is stored
 * already stays: the same activities may be read twice.
 */
function insertDeliveries(
  db: AccountsDatabase,
  eventId: string,
  hosts: readonly EventEditor[],
  activities: readonly { id: string; sequence: number; type: string; storedAt: number }[],
  now: number,
) {
  const isWanted = sql`exists (select 1 from json_each(endpoint.types) as wanted
    where wanted.value in ('*', activity.value ->> 'type'))`;
  const ofActivity = (key: "id" | "sequence" | "type") => sql`activity.value ->> ${key}`;
  const [id, sequence, type] = [ofActivity("id"), ofActivity("sequence"), ofActivity("type")];
  return insertFrom(
    db,
    webhookDeliveries,
    { endpointId: sql`endpoint.id`, id, eventId, sequence, type, status: "pending", nextAttemptAt: now, at: now },
    sql`from ${webhookEndpoints} as endpoint join json_each(${JSON.stringify(activities)}) as activity
      where endpoint.id in (${endpointsOf(eventId, hosts, true)})
        and endpoint.created_at <= activity.value ->> 'storedAt' and ${isWanted}`,
  ).onConflictDoNothing();
}

/** Cancels pending deliveries to endpoints whose maker's role was removed, and all deliveries of a deleted event. */
function cancelForeign(db: AccountsDatabase, eventId: string, hosts: readonly EventEditor[], now: number) {
  return db
    .update(webhookDeliveries)
    .set({ status: "cancelled", at: now, leasedBy: null, leasedUntil: null })
    .where(
      and(isPendingOf(eventId), sql`${webhookDeliveries.endpointId} not in (${endpointsOf(eventId, hosts, false)})`),
    );
}

/**
 * Takes the next deliveries of each of the event's lines: an endpoint has one line for each event, in the order of the numbers.
 * A line that another run has, or whose first delivery waits for its next try, is left.
 * @param lease of this run: an ID, and until when the deliveries are its own
 */
function leaseDeliveries(
  db: AccountsDatabase,
  eventId: string,
  hosts: readonly EventEditor[],
  lease: { id: string; now: number; until: number; perLine: number },
) {
  const { endpointId, sequence } = webhookDeliveries;
  const ofLine = sql`from ${webhookDeliveries} as other where other.event_id = ${eventId}
    and other.endpoint_id = ${endpointId} and other.status = 'pending'`;
  return db
    .update(webhookDeliveries)
    .set({ leasedBy: lease.id, leasedUntil: lease.until })
    .where(
      and(
        isPendingOf(eventId),
        sql`${endpointId} in (${endpointsOf(eventId, hosts, true)})`,
        sql`not exists (select 1 ${ofLine} and (other.leased_until > ${lease.now} or other.next_attempt_at > ${lease.now}))`,
        sql`${sequence} in (select other.sequence ${ofLine} order by other.sequence limit ${lease.perLine})`,
      ),
    );
}

/** The endpoints that an event's activities go to: its own, and those for everything that an owner owns. */
function endpointsOf(eventId: string, hosts: readonly EventEditor[], isEnabled: boolean): SQL {
  return sql`select endpoint.id from json_each(${JSON.stringify(hosts)}) as host
    join ${webhookEndpoints} as endpoint on endpoint.user_id = host.value ->> 'userId'
    where (endpoint.event_id = ${eventId} or (endpoint.event_id is null and host.value ->> 'role' = 'owner'))
      ${isEnabled ? sql`and endpoint.status = 'enabled'` : sql``}`;
}
