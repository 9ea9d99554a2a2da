import { and, eq, isNull, sql } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import { runBatch } from "../../db/batch.ts";
import type { Database } from "../../db/client.ts";
import { alertRounds } from "../../db/schema/alerts.ts";
import { events } from "../../db/schema/events.ts";
import { BoundedMap } from "../../kernel/bounded-map.ts";
import { MINUTE_MS } from "../../kernel/clock.ts";
import { nextDigestAt, type RoundKind } from "./alert-settings.ts";

/** RSVPs within this time share one email. */
export const BATCH_WINDOW_MS = MINUTE_MS;
/** Events with answers in the last minute, of one isolate. */
const MAX_NOTED_ROUNDS = 1_000;

/** Creates an isolate's memory of events whose alerts are noted, and until when (epoch milliseconds). */
export const createNotedRounds = (): BoundedMap<string, number> => new BoundedMap(MAX_NOTED_ROUNDS);

/** The first alert run of an event covers this time before it. Longer than a message waits in its queue. */
const FIRST_ROUND_MS = 10 * MINUTE_MS;

/**
 * Schedules the event's alerts: one run within a minute and one in the morning. Call it from queue consumers only,
 * because it makes two D1 calls. Each isolate makes them once until the event's next run. The Scheduler checks every 30
 * s and is not triggered. Idempotent.
 */
export async function scheduleAlerts(ctx: RequestContext, eventId: string): Promise<void> {
  const { db, clock } = ctx;
  const scheduledAlertRuns = ctx.shared(createNotedRounds);
  const now = clock.now();
  if (now < (scheduledAlertRuns.get(eventId) ?? 0)) return;
  const [event] = await findZone(db, eventId);
  if (event === undefined) return;
  const alertedUntil = now - FIRST_ROUND_MS;
  const { soon, daily } = await runBatch(db, {
    soon: scheduleAlertRun(db, { eventId, kind: "soon", alertedUntil, dueAt: now + BATCH_WINDOW_MS }),
    daily: scheduleAlertRun(db, { eventId, kind: "daily", alertedUntil, dueAt: nextDigestAt(now, event.timezone) }),
  });
  // Both runs remain scheduled until then. A run that ends reschedules for changes that were committed while it ran.
  scheduledAlertRuns.set(eventId, Math.min(...[...soon, ...daily].map(({ dueAt }) => dueAt)));
}

/** The zone of an open event. */
function findZone(db: Database, eventId: string) {
  return db
    .select({ timezone: events.timezone })
    .from(events)
    .where(and(eq(events.id, eventId), isNull(events.deletedAt)))
    .limit(1);
}

/** Schedules an alert run. A run that is due earlier is unchanged. Returns when the run is due. */
function scheduleAlertRun(
  db: Database,
  round: { eventId: string; kind: RoundKind; alertedUntil: number; dueAt: number },
) {
  return db
    .insert(alertRounds)
    .values(round)
    .onConflictDoUpdate({
      target: [alertRounds.eventId, alertRounds.kind],
      set: { dueAt: sql`coalesce(${alertRounds.dueAt}, excluded.due_at)` },
    })
    .returning({ dueAt: sql<number>`${alertRounds.dueAt}` });
}
