import type { RequestContext } from "../../context.ts";
import { busMessage } from "../../platform/outbox/enqueue.ts";
import { findNextDue, listDueEvents } from "./delivery-queries.ts";

/** Events of one round. */
const MAX_EVENTS = 500;

/**
 * Has deliveries sent that are due: those whose next try has come, and those of a run that died.
 * @returns when the next one is due (epoch milliseconds), or null
 */
export async function resumeWebhooks(ctx: RequestContext): Promise<number | null> {
  const { accountsDb: db, clock, shard } = ctx;
  // Endpoints and deliveries are where accounts are.
  if (shard !== 0) return null;
  const now = clock.now();
  const [due, [next]] = await db.batch([listDueEvents(db, now, MAX_EVENTS), findNextDue(db, now)]);
  const messages = due.flatMap(({ eventId }) =>
    eventId === null ? [] : [busMessage(ctx, "webhooks.deliver", { event_id: eventId })],
  );
  await ctx.bus.publish(messages);
  return next?.at ?? null;
}
