import { and, asc, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import { runBatch } from "../../db/batch.ts";
import type { Database } from "../../db/client.ts";
import { alertRounds } from "../../db/schema/alerts.ts";
import { events } from "../../db/schema/events.ts";
import { passedOver, rsvps } from "../../db/schema/rsvps.ts";
import { SECOND_MS, toIsoTime } from "../../kernel/clock.ts";
import { log } from "../../kernel/log.ts";
import { commit, isWritten } from "../../platform/commit/commit.ts";
import { busMessage } from "../../platform/outbox/enqueue.ts";
import { alertContentFor, nextDigestAt, settingsOf } from "./alert-settings.ts";
import { countPassedOver, listAlerted, listAnswers, listUndelivered, listWaiting } from "./queries.ts";
import { BATCH_WINDOW_MS, createNotedRounds } from "./schedule-alerts.ts";

/** Maximum alert runs per Scheduler run, of two calls each. */
const MAX_ROUNDS = 50;
/** An RSVP whose commit is in progress has an earlier time, so the last seconds belong to the next run. */
const SETTLE_MS = 5 * SECOND_MS;

/**
 * Enqueues the alerts that are due: one message for each member who wants them, with the time span that it covers. If
 * two Schedulers race, only one ends each run.
 * @returns the next due time (epoch milliseconds), null if no other run is scheduled
 */
export async function sendAlerts(ctx: RequestContext): Promise<number | null> {
  const rounds = await listRounds(ctx.db, MAX_ROUNDS + 1);
  const now = ctx.clock.now();
  const due = rounds.filter(({ dueAt }) => dueAt <= now).slice(0, MAX_ROUNDS);
  for (const round of due) {
    try {
      await runRound(ctx, round, now);
    } catch (error) {
      log("error", "alerts_failed", { event_id: round.eventId }, error);
    }
  }
  return rounds[due.length]?.dueAt ?? null;
}

async function runRound(ctx: RequestContext, round: DueRound, now: number): Promise<void> {
  const { db } = ctx;
  const { eventId, kind, alertedUntil } = round;
  const until = Math.max(alertedUntil, now - SETTLE_MS);
  const spanned = { since: alertedUntil, until };
  // One row of each shows whether there is anything to report.
  const { members: all, ...happened } = await runBatch(db, {
    members: listAlerted(db, eventId),
    answers: listAnswers(db, eventId, spanned, 1),
    waiting: listWaiting(db, eventId, spanned, 1),
    passed: countPassedOver(db, eventId, spanned),
    lost: listUndelivered(db, eventId, spanned, 1),
  });
  const members = all.filter(
    ({ settings, userId, hostId }) => alertContentFor(settingsOf(settings, userId === hostId), kind, happened) !== null,
  );
  const span = { since_at: toIsoTime(alertedUntil), until_at: toIsoTime(until) };
  const messages = members.map(({ userId }) =>
    busMessage(ctx, "alert.send", { event_id: eventId, member_id: userId, kind, ...span }),
  );
  const nextAt = kind === "soon" ? now + BATCH_WINDOW_MS : nextDigestAt(now, round.timezone);
  await isWritten(
    commit(ctx, {
      by: "service",
      // Another Scheduler may have ended the run.
      guard: [isRoundAsRead(round)],
      changes: { ended: endRound(db, round, until, nextAt) },
      messages,
      at: now,
      lost: "not_found",
    }),
  );
  ctx.shared(createNotedRounds).delete(eventId);
}

type DueRound = Awaited<ReturnType<typeof listRounds>>[number];

/** Selects the scheduled alert runs, soonest first. */
function listRounds(db: Database, limit: number) {
  return db
    .select({
      eventId: alertRounds.eventId,
      kind: alertRounds.kind,
      alertedUntil: alertRounds.alertedUntil,
      dueAt: sql<number>`${alertRounds.dueAt}`.as("due"),
      timezone: events.timezone,
    })
    .from(alertRounds)
    .innerJoin(events, eq(events.id, alertRounds.eventId))
    .where(isNotNull(alertRounds.dueAt))
    .orderBy(asc(alertRounds.dueAt))
    .limit(limit);
}

/** Condition: the alert run is unchanged since it was read, so no other Scheduler has run it. */
function isRoundAsRead({ eventId, kind, alertedUntil }: DueRound): SQL {
  return sql`exists (select 1 from ${alertRounds} where ${alertRounds.eventId} = ${eventId}
    and ${alertRounds.kind} = ${kind} and ${alertRounds.alertedUntil} = ${alertedUntil})`;
}

/** Ends a run. If an RSVP has changed or a party was passed over since `until`, schedules the next run at `nextAt`. */
function endRound(db: Database, round: DueRound, until: number, nextAt: number) {
  const isLate = sql`exists (select 1 from ${rsvps} where ${rsvps.eventId} = ${round.eventId} and ${rsvps.updatedAt} > ${until})
    or exists (select 1 from ${passedOver} where ${passedOver.eventId} = ${round.eventId} and ${passedOver.at} > ${until})`;
  return db
    .update(alertRounds)
    .set({ alertedUntil: until, dueAt: sql`iif(${isLate}, ${nextAt}, null)` })
    .where(and(eq(alertRounds.eventId, round.eventId), eq(alertRounds.kind, round.kind)));
}
