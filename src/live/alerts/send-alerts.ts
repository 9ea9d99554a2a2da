import type { RequestContext } from "../../context.ts";
import { runBatch } from "../../db/batch.ts";
import { SECOND_MS, toWire } from "../../kernel/clock.ts";
import { log } from "../../kernel/log.ts";
import { busMessage, enqueue } from "../../platform/outbox/enqueue.ts";
import { newsFor, nextDigestAt, settingsOf } from "./alert-settings.ts";
import { createNotedRounds, GATHER_MS } from "./note-for-alerts.ts";
import {
  type DueRound,
  endRound,
  isRoundAsRead,
  listAlerted,
  listAnswers,
  listLost,
  listRounds,
  listWaiting,
} from "./queries.ts";

/** Rounds in one go: each is two calls. */
const MAX_ROUNDS = 50;
/** An answer whose commit is under way has a time in the past: the last seconds wait for the next round. */
const SETTLE_MS = 5 * SECOND_MS;

/**
 * Asks for the alerts that are due: one message for each member who wants them, which says of which span of time. Of two
 * Schedulers that race, one ends each round.
 * @returns the next due time (epoch milliseconds), null when nothing has happened
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
  const { eventId, kind, toldUntil } = round;
  const until = Math.max(toldUntil, now - SETTLE_MS);
  const spanned = { since: toldUntil, until };
  // One row of each says whether there is anything.
  const { members: all, ...happened } = await runBatch(db, {
    members: listAlerted(db, eventId),
    answers: listAnswers(db, eventId, spanned, 1),
    waiting: listWaiting(db, eventId, spanned, 1),
    lost: listLost(db, eventId, spanned, 1),
  });
  const members = all.filter(
    ({ settings, userId, hostId }) => newsFor(settingsOf(settings, userId === hostId), kind, happened) !== null,
  );
  const span = { since_at: toWire(toldUntil), until_at: toWire(until) };
  const messages = members.map(({ userId }) =>
    busMessage(ctx, "alert.send", { event_id: eventId, member_id: userId, kind, ...span }),
  );
  const outboxEntries = enqueue(ctx, messages, isRoundAsRead(round));
  const nextAt = kind === "soon" ? now + GATHER_MS : nextDigestAt(now, round.timezone);
  const { ended } = await runBatch(db, {
    outbox: outboxEntries.statements,
    ended: endRound(db, round, until, nextAt),
  });
  ctx.shared(createNotedRounds).delete(eventId);
  if (ended.length > 0) outboxEntries.publishAfterResponse();
}
