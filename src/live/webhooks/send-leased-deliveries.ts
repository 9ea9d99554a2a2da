import type { RequestContext } from "../../context.ts";
import type { LiveFrame } from "../../platform/activities/live-event.ts";
import { monitorOf } from "../../platform/activities/monitors.ts";
import type { DeliveryResult, LeasedDelivery } from "./lease-queries.ts";
import { delayBeforeRetry } from "./retry-schedule.ts";
import { isAccepted, payloadOf, sendPayload } from "./send-payload.ts";

type Endpoint = LeasedDelivery["endpoint"];

/** Outcome of deliveries and of their endpoints. */
export interface DeliveryBatchResult {
  leaseId: string | null;
  deliveries: DeliveryResult[];
  /** Endpoints whose last call failed. */
  failing: Endpoint[];
  /** Endpoints that have taken something. */
  working: Endpoint[];
}

export const NO_RESULTS: DeliveryBatchResult = { leaseId: null, deliveries: [], failing: [], working: [] };

/**
 * Sends the deliveries of each endpoint in order, and those of several endpoints concurrently. After a failure, the
 * endpoint's later deliveries wait until the failed one is sent or has used up its tries. When one endpoint has sent
 * its full lease, the others stop after their current call, so that a slow endpoint does not delay a fast one.
 * @param perLine maximum deliveries that were leased per endpoint; an endpoint with fewer stops no other
 * @param isOver true if no further call begins; the rest is released
 */
export async function sendLeasedDeliveries(
  ctx: RequestContext,
  eventId: string,
  taken: readonly LeasedDelivery[],
  perLine: number,
  isOver: () => boolean,
): Promise<DeliveryBatchResult> {
  const frames = await monitorOf(ctx, eventId).framesOf([...new Set(taken.map(({ sequence }) => sequence ?? 0))]);
  const lines = [...Map.groupBy(taken, ({ endpoint }) => endpoint.id).values()];
  let isMoreWaiting = false;
  const isRoundOver = () => isMoreWaiting || isOver();
  const results = await Promise.all(
    lines.map(async (line) => {
      const result = await sendLine(ctx, line, frames, isRoundOver);
      isMoreWaiting ||= line.length >= perLine && result.failing.length === 0;
      return result;
    }),
  );
  return {
    leaseId: taken[0]?.leasedBy ?? null,
    deliveries: results.flatMap(({ deliveries }) => deliveries),
    failing: results.flatMap(({ failing }) => failing),
    working: results.flatMap(({ working }) => working),
  };
}

async function sendLine(
  ctx: RequestContext,
  line: readonly LeasedDelivery[],
  frames: ReadonlyMap<number, string>,
  isOver: () => boolean,
): Promise<Omit<DeliveryBatchResult, "leaseId">> {
  const deliveries: DeliveryResult[] = [];
  let outcome: "none" | "working" | "failing" = "none";
  for (const delivery of line) {
    const isStopped: boolean = outcome === "failing" || isOver();
    const result: DeliveryResult = isStopped
      ? unsent(delivery)
      : await send(ctx, delivery, frames.get(delivery.sequence ?? 0));
    deliveries.push(result);
    if (isStopped || result.status === "cancelled") continue;
    outcome = result.status === "delivered" ? "working" : "failing";
  }
  const [first] = line;
  const endpoints = first === undefined ? [] : [first.endpoint];
  return {
    deliveries,
    failing: outcome === "failing" ? endpoints : [],
    working: outcome === "working" ? endpoints : [],
  };
}

async function send(ctx: RequestContext, delivery: LeasedDelivery, frame: string | undefined): Promise<DeliveryResult> {
  const payload = frame === undefined ? null : payloadOf(JSON.parse(frame) as LiveFrame);
  // The guest was erased, and what there was to tell with the guest.
  if (payload === null) return { ...unsent(delivery), status: "cancelled", at: ctx.clock.now() };
  const responseStatus = await sendPayload(ctx, delivery.endpoint, delivery.id, payload);
  const at = ctx.clock.now();
  const attempts = delivery.attempts + 1;
  const tried = { ...unsent(delivery), attempts, responseStatus, at };
  if (isAccepted(responseStatus)) return { ...tried, status: "delivered" };
  const wait = delayBeforeRetry(attempts, Math.random());
  return wait === null ? { ...tried, status: "failed" } : { ...tried, nextAttemptAt: at + wait };
}

/** Result of a delivery that was not sent: unchanged since it was leased. */
function unsent({ id, endpoint, attempts, responseStatus, nextAttemptAt, at }: LeasedDelivery): DeliveryResult {
  return { endpointId: endpoint.id, id, status: "pending", attempts, responseStatus, nextAttemptAt, at };
}
