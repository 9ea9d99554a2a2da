import { and, eq, sql } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import type { AccountsDatabase } from "../../db/client.ts";
import { webhookDeliveries, webhookEndpoints } from "../../db/schema/webhooks.ts";
import { busMessage } from "../../platform/outbox/enqueue.ts";
import { isFree, isPending } from "./lease-queries.ts";

/** Maximum events per run. */
const MAX_EVENTS = 500;

/**
 * Enqueues the due deliveries: those whose next try is due, and those of a run that crashed.
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

/** Events with due deliveries that no run has leased. */
function listDueEvents(db: AccountsDatabase, now: number, limit: number) {
  return db
    .selectDistinct({ eventId: webhookDeliveries.eventId })
    .from(webhookDeliveries)
    .innerJoin(
      webhookEndpoints,
      and(eq(webhookEndpoints.id, webhookDeliveries.endpointId), eq(webhookEndpoints.status, "enabled")),
    )
    .where(and(isPending(), sql`${webhookDeliveries.nextAttemptAt} <= ${now}`, isFree(now)))
    .limit(limit);
}

/** Selects the time at which the next delivery is due, epoch milliseconds; null if none is. */
function findNextDue(db: AccountsDatabase, now: number) {
  return db
    .select({ at: sql<number | null>`min(${webhookDeliveries.nextAttemptAt})`.as("next_at") })
    .from(webhookDeliveries)
    .where(and(isPending(), sql`${webhookDeliveries.nextAttemptAt} > ${now}`));
}
