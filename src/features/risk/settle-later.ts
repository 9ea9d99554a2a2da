import type { Services } from "../../services.ts";
import type { LiveEvent } from "../monitor/live-event.ts";
import { offer } from "../outbox/owe.ts";
import type { Parcel } from "../outbox/parcels.ts";
import { deleteTaken } from "../outbox/queries.ts";
import { markOpenedBy, type ScoreRow, updateScores } from "./score-queries.ts";

/** What a request leaves to be done when it has been answered. */
export interface Leftover {
  /** Messages for the bus. Those that are owed have rows in the outbox, which go. */
  parcels: readonly Parcel[];
  /** Scores for access logs. */
  scores: readonly ScoreRow[];
  /** What the monitors are told. */
  frames: readonly { eventId: string; event: LiveEvent }[];
}

/** What of one database waits in an isolate to be settled. Times are epoch milliseconds. */
export interface Unsettled {
  waiting: Leftover[];
  /** Until when somebody is at it. */
  takenUntil: number;
  /** When something was settled last. */
  settledAt: number;
}

/** Requests that are settled at once; each adds half a kilobyte to a statement. */
const MAX_TOGETHER = 50;
/**
 * Milliseconds from one settlement to the next: a lone guest's is settled at once, those of a crowd gather. Everything
 * that is settled costs a call or several, and no one who watches an event sees a tenth of a second.
 */
const GATHER_MS = 100;
/** The platform ends work 30 s after its request's answer: whoever settles for others stops well before. */
const TURN_MS = 10_000;

/**
 * After the answer: puts messages on their queues, writes scores and tells the monitors. Whoever comes while others are
 * being settled waits for those, or for the tenth of a second since the last to pass, and all who wait go together: two
 * calls to the database and the queues, and one to each event's object, for a crowd and not for each guest. What is lost
 * with its isolate comes back: messages that are owed are rows of the outbox, and the bus brings a score once more.
 */
export function settleLater(services: Services, leftover: Leftover): void {
  const { clock } = services;
  const unsettled = unsettledOf(services);
  // Whoever is at it settles this, too, and nothing is left to do after this answer.
  const isTaken = (): boolean => clock.now() < unsettled.takenUntil;
  if (isTaken()) {
    unsettled.waiting.push(leftover);
    return;
  }
  services.defer(async () => {
    unsettled.waiting.push(leftover);
    if (isTaken()) return;
    const until = clock.now() + TURN_MS;
    unsettled.takenUntil = until;
    try {
      while (unsettled.waiting.length > 0 && clock.now() < until) {
        await gathered(unsettled, clock.now());
        unsettled.settledAt = clock.now();
        await settle(services, unsettled.waiting.splice(0, MAX_TOGETHER));
      }
    } finally {
      if (unsettled.takenUntil === until) unsettled.takenUntil = 0;
    }
  });
}

/** Whoever settles for others writes to one database: those of another have a turn of their own. */
function unsettledOf({ unsettled, database }: Services): Unsettled {
  const known = unsettled.get(database) ?? { waiting: [], takenUntil: 0, settledAt: 0 };
  unsettled.set(database, known);
  return known;
}

/** Waits for those who come soon after others. What the same request leaves besides comes along in any case. */
async function gathered({ waiting, settledAt }: Unsettled, now: number): Promise<void> {
  const rest = Math.min(GATHER_MS, settledAt + GATHER_MS - now);
  if (rest > 0 && waiting.length < MAX_TOGETHER) await new Promise((resolve) => setTimeout(resolve, rest));
  else await Promise.resolve();
}

async function settle(services: Services, leftovers: readonly Leftover[]): Promise<void> {
  // The sweep finds what is left.
  const { taken, left } = await offer(
    services,
    leftovers.flatMap((leftover) => leftover.parcels),
  );
  const isOnQueue = left.length === 0;
  const scores = leftovers.flatMap((leftover) => leftover.scores);
  const frames = leftovers.flatMap((leftover) => leftover.frames);
  const [written, told] = await Promise.allSettled([write(services, scores, taken), tell(services, frames)]);
  if (!isOnQueue || written.status === "rejected" || told.status === "rejected") {
    const failed = { queue: !isOnQueue, database: written.status === "rejected", monitor: told.status === "rejected" };
    console.error(JSON.stringify({ msg: "unsettled", count: leftovers.length, ...failed }));
  }
}

async function write({ db }: Services, scores: readonly ScoreRow[], onQueue: readonly string[]): Promise<void> {
  if (scores.length > 0) {
    await db.batch([updateScores(db, scores), markOpenedBy(db, scores), deleteTaken(db, onQueue)]);
  } else if (onQueue.length > 0) {
    await db.batch([deleteTaken(db, onQueue)]);
  }
}

async function tell({ monitor }: Services, frames: Leftover["frames"]): Promise<void> {
  const byEvent = Map.groupBy(frames, ({ eventId }) => eventId);
  await Promise.all(
    [...byEvent].map(([eventId, found]) => monitor.publish(eventId, ...found.map(({ event }) => event))),
  );
}
