import type { Services } from "../../services.ts";
import type { Parcel } from "../outbox/parcels.ts";
import { deleteTaken } from "../outbox/queries.ts";
import { type AnnouncedScore, announceScores } from "./announce-score.ts";
import { markOpenedBy, type ScoreRow, updateScores } from "./queries.ts";

/** What is left to do of an access whose guest has been answered. */
export interface AnsweredAccess {
  /** The access as it is owed to the bus. */
  parcels: readonly Parcel[];
  /** What the engine said in time, or null. */
  scored: AnnouncedScore | null;
}

/** One database's accesses of an isolate that wait to be settled, and until when (epoch ms) somebody is at it. */
export interface Unsettled {
  waiting: AnsweredAccess[];
  takenUntil: number;
}

/** Accesses that are settled at once; each adds half a kilobyte to a statement. */
const MAX_TOGETHER = 50;
/** The platform ends work 30 s after its request's answer: whoever settles for others stops well before. */
const TURN_MS = 10_000;

/**
 * After the answer: puts the access on its queue, writes its score and tells the monitors. Accesses that come while
 * others are being settled wait for those and go together: two calls to the database, the queue and the event's object
 * for a crowd, not for each guest. What is lost with its isolate comes back: the message that is owed is a row of the
 * outbox, and the bus brings the score once more.
 */
export function settleLater(services: Services, access: AnsweredAccess): void {
  services.defer(async () => {
    const { clock } = services;
    const unsettled = unsettledOf(services);
    unsettled.waiting.push(access);
    if (clock.now() < unsettled.takenUntil) return;
    const until = clock.now() + TURN_MS;
    unsettled.takenUntil = until;
    try {
      while (unsettled.waiting.length > 0 && clock.now() < until) {
        await settle(services, unsettled.waiting.splice(0, MAX_TOGETHER));
      }
    } finally {
      if (unsettled.takenUntil === until) unsettled.takenUntil = 0;
    }
  });
}

/** Whoever settles for others writes to one database: those of another have their own turn. */
function unsettledOf({ unsettled, database }: Services): Unsettled {
  const known = unsettled.get(database) ?? { waiting: [], takenUntil: 0 };
  unsettled.set(database, known);
  return known;
}

async function settle(services: Services, accesses: readonly AnsweredAccess[]): Promise<void> {
  const { db, bus } = services;
  const parcels = accesses.flatMap((access) => access.parcels);
  const scores = accesses.flatMap(({ scored }) => scored ?? []);
  const onQueue = await bus.publish(parcels.flatMap(({ messages }) => messages)).then(
    () => true,
    // The sweep finds them.
    () => false,
  );
  const rows = scores.map(rowOf);
  const ids = onQueue ? parcels.map(({ id }) => id) : [];
  const [written, told] = await Promise.allSettled([
    db.batch([updateScores(db, rows), markOpenedBy(db, rows), deleteTaken(db, ids)]),
    announceScores(services, scores),
  ]);
  if (!onQueue || written.status === "rejected" || told.status === "rejected") {
    const failed = { queue: !onQueue, database: written.status === "rejected", monitor: told.status === "rejected" };
    console.error(JSON.stringify({ msg: "accesses_unsettled", count: accesses.length, ...failed }));
  }
}

/**
 * Without a time of the engine's own, so that whatever the bus brings later is newer, whoever's clock is ahead; and
 * without a place, which the log has.
 */
function rowOf({ eventId, accessLogId, score, risk, reasons, automated }: AnnouncedScore): ScoreRow {
  return { eventId, accessLogId, score, risk, reasons, automated, scoredAt: null };
}
