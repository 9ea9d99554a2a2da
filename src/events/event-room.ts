import type { SQL } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import type { Database, Statement } from "../db/client.ts";
import { AppError } from "../kernel/errors.ts";
import { readElsewhere } from "../platform/shards/shards-of.ts";
import { countLimit, type Tier, tierLimitReached } from "../platform/tiers/limits.ts";
import { hourOf, secondsUntilOutOfWindow } from "../sending/budgets.ts";
import { countCreation, countCreations, hasFewerCreations } from "../sending/event-creations.ts";
import { countEvents, hasFewerEvents } from "./queries.ts";

/** Events that a host may create in 24 hours, copies included. A deleted event counts. */
const CREATIONS_A_DAY: Record<Tier, number> = { free: 10, pro: 50, business: 500 };

/** A host's events on one shard, and those created there in 24 hours. */
type EventCounts = [Awaited<ReturnType<typeof countEvents>>, Awaited<ReturnType<typeof countCreations>>];

/** The reads for `roomForEvent`. */
export function eventCountsOf(db: Database, hostId: string, now: number) {
  return { owned: countEvents(db, hostId), created: countCreations(db, hostId, now) };
}

/** The parts of the commit of a new event by which the limits hold against concurrent requests. */
export interface EventRoom {
  guard: SQL[];
  /** After the host's row on the shard. */
  counted: Statement;
  /** Why the guard was not true. */
  whyFull(): Promise<AppError>;
}

/**
 * Returns room for one more event of a host.
 * @param own the results of `eventCountsOf`
 * @throws AppError 402 `tier_limit`, or 429 at the daily limit of the tier
 */
export async function roomForEvent(
  ctx: RequestContext,
  hostId: string,
  tier: Tier,
  { owned, created }: { owned: EventCounts[0]; created: EventCounts[1] },
): Promise<EventRoom> {
  const { db, clock } = ctx;
  const now = clock.now();
  const limit = countLimit(tier, "events");
  const elsewhere = await readElsewhere(ctx, hostId, ({ db: other }) =>
    other.batch([countEvents(other, hostId), countCreations(other, hostId, now)]),
  );
  const refusalOf = (own: EventCounts): AppError | null => {
    const all = [own, ...elsewhere];
    const used = sum(all.map(([[events]]) => events?.count));
    if (used >= limit) return tierLimitReached(ctx.config.PUBLIC_URL, tier, "events", used);
    const creations = all.flatMap(([, [row]]) => (row === undefined ? [] : [row]));
    if (sum(creations.map(({ count }) => count)) < CREATIONS_A_DAY[tier]) return null;
    return tooManyCreated(tier, Math.min(...creations.map(({ since }) => since ?? hourOf(now))), now);
  };
  const refusal = refusalOf([owned, created]);
  if (refusal !== null) throw refusal;
  return {
    guard: [
      hasFewerEvents(hostId, limit - sum(elsewhere.map(([[events]]) => events?.count))),
      hasFewerCreations(hostId, CREATIONS_A_DAY[tier] - sum(elsewhere.map(([, [row]]) => row?.count)), now),
    ],
    counted: countCreation(db, hostId, now),
    whyFull: async () => {
      const own = await db.batch([countEvents(db, hostId), countCreations(db, hostId, now)]);
      return refusalOf(own) ?? tierLimitReached(ctx.config.PUBLIC_URL, tier, "events", limit);
    },
  };
}

function sum(numbers: readonly (number | undefined)[]): number {
  return numbers.reduce<number>((total, number = 0) => total + number, 0);
}

function tooManyCreated(tier: Tier, since: number, now: number): AppError {
  const message = `Your plan includes ${CREATIONS_A_DAY[tier]} new events in 24 hours. Deleted events count.`;
  return new AppError("rate_limited", { retry_after: secondsUntilOutOfWindow(since, now) }, message);
}
