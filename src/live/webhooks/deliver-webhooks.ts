import type { BusMessage } from "../../../proto/bus/messages.ts";
import type { RequestContext } from "../../context.ts";
import { runBatch } from "../../db/batch.ts";
import { SECOND_MS } from "../../kernel/clock.ts";
import { newId } from "../../kernel/ids.ts";
import { monitorOf } from "../../platform/activities/monitors.ts";
import { busMessage } from "../../platform/outbox/enqueue.ts";
import type { Host } from "./pending-queries.ts";
import { persistResults } from "./persist-results.ts";
import { type LineResults, NO_RESULTS, sendLines } from "./send-lines.ts";
import {
  cancelForeign,
  findWanting,
  insertDeliveries,
  listHosts,
  listTaken,
  type TakenDelivery,
  takeLines,
} from "./take-queries.ts";

type DeliverMessage = Extract<BusMessage, { type: "webhooks.deliver" }>;

/** After this no more deliveries are taken: another message goes on. A receiver takes 10 s at most. */
const RUN_MS = 20 * SECOND_MS;
/** Calls of receivers in one run: an invocation has 10,000 subrequests, and up to ten events. */
const RUN_CALLS = 800;
/** How long deliveries are this run's own: longer than a run and what it sends last. */
const LEASE_MS = 60 * SECOND_MS;
/** Deliveries of one line that are taken together. */
const PER_LINE = 50;

/**
 * Makes deliveries of what happened at events, and sends what is due. Safe to repeat and beside others: an activity becomes one
 * delivery for each endpoint, and a line of deliveries is sent by one run at a time, in order.
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
  const hosts = await listHosts(ctx.db, eventId);
  let results: LineResults = NO_RESULTS;
  for (let isOver = false; !isOver; ) {
    isOver = run.isOver();
    const taken = await takeRound(ctx, { eventId, hosts, results, isOver });
    if (taken.length === 0) break;
    results = await sendLines(run.counting(ctx), eventId, taken, PER_LINE, run.isOver);
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
  hosts: readonly Host[];
  /** What became of the round before. */
  results: LineResults;
  /** Whether nothing more is to be taken. */
  isOver: boolean;
}

/** Stores what became of the round before, makes deliveries of new activities, and takes the next, in one batch. */
async function takeRound(ctx: RequestContext, { eventId, hosts, results, isOver }: Round): Promise<TakenDelivery[]> {
  const { accountsDb: db, clock } = ctx;
  const backlog = await monitorOf(ctx, eventId).webhookBacklog();
  const now = clock.now();
  const lease = { id: newId(now), now, until: now + LEASE_MS, perLine: PER_LINE };
  const persisted = persistResults(ctx, results);
  const { wanting, taken } = await runBatch(db, {
    persisted: persisted.statements,
    inserted: backlog.length === 0 ? [] : [insertDeliveries(db, eventId, hosts, backlog, now)],
    cancelled: cancelForeign(db, eventId, hosts, now),
    wanting: findWanting(db, eventId, hosts),
    lines: isOver ? [] : [takeLines(db, eventId, hosts, lease)],
    taken: listTaken(db, eventId, lease.id),
  });
  persisted.afterCommit();
  const last = backlog.at(-1);
  if (last !== undefined) await monitorOf(ctx, eventId).acknowledgeWebhooks(last.sequence, wanting.length === 0);
  // Another message takes what is left; if it gets lost, the Scheduler finds it.
  if (isOver) await ctx.bus.tryPublish([busMessage(ctx, "webhooks.deliver", { event_id: eventId })]);
  return taken;
}
