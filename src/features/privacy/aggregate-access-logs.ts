import { DAY_MS, toWire } from "../../kernel/clock.ts";
import { firstIdOf } from "../../kernel/ids.ts";
import type { RequestContext } from "../../request-context.ts";
import { findRound, listEventsAfter, moveRound, thinOldest } from "./aggregation-queries.ts";

/** A round begins this long after the last one was over: a day more or less does not matter after so many. */
const ROUND_EVERY_MS = DAY_MS;
/** Events looked at in one alarm: a thousand rows read. */
const EVENTS_AT_ONCE = 500;
/** Accesses removed in one batch, and in one alarm: some tens of milliseconds each, with guests' requests in between. */
const ACCESSES_AT_ONCE = 500;
const ACCESSES_IN_ALARM = 2_000;

/**
 * Thins accesses that are older than ACCESS_LOG_DAYS to counts: address, device, place, evidence and the verdict on them
 * go, and how many accesses of which kind had which score on which day stays. Each call does a bounded part; the next
 * one goes on from there. Safe to call at any time, also twice at once.
 */
export async function aggregateAccessLogs(ctx: RequestContext): Promise<void> {
  const { db, clock, config } = ctx;
  const now = clock.now();
  const [round] = await findRound(db);
  if (round === undefined || (round.afterEvent === "" && now - round.finishedAt < ROUND_EVERY_MS)) return;
  const cutoff = now - config.ACCESS_LOG_DAYS * DAY_MS;
  const events = await listEventsAfter(db, round.afterEvent, firstIdOf(cutoff), EVENTS_AT_ONCE);
  let [afterEvent, room] = [round.afterEvent, ACCESSES_IN_ALARM];
  for (const { id, hasOld } of events) {
    if (hasOld) room -= await thinEvent(ctx, id, cutoff, room);
    // Perhaps there is more of this one: the next call looks at it again.
    if (room <= 0) break;
    afterEvent = id;
  }
  const isOver = room > 0 && events.length < EVENTS_AT_ONCE;
  await moveRound(db, isOver ? { afterEvent: "", finishedAt: now } : { afterEvent, finishedAt: round.finishedAt });
}

/** @returns how many accesses were thinned, at most `room` */
async function thinEvent(
  { db, monitor }: RequestContext,
  eventId: string,
  cutoff: number,
  room: number,
): Promise<number> {
  // What is kept for monitors that come back tells of the same accesses.
  await monitor.forget(eventId, { before: toWire(cutoff) });
  for (let thinned = 0; ; ) {
    const limit = Math.min(ACCESSES_AT_ONCE, room - thinned);
    const [, gone] = await db.batch(thinOldest(db, eventId, firstIdOf(cutoff), limit));
    thinned += gone.length;
    if (gone.length < limit || thinned >= room) return thinned;
  }
}
