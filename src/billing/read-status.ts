import { and, eq, isNull, sql } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import type { Database } from "../db/client.ts";
import { one } from "../db/one.ts";
import { events } from "../db/schema/events.ts";
import { guestCounts } from "../db/schema/guests.ts";
import { authorizeUser } from "../platform/authorization/authorize-user.ts";
import type { Caller } from "../platform/authorization/caller.ts";
import { onShardOf } from "../platform/shards/on-shard.ts";
import { readElsewhere } from "../platform/shards/shards-of.ts";
import { type CountedResource, LIMITS, type Tier } from "../platform/tiers/limits.ts";
import { listSubscriptions, seatsOf } from "./queries.ts";
import { ofProvider } from "./subscription-state.ts";

/** A user's tier and usage. A limit of null is unlimited. */
export interface BillingStatus {
  tier: Tier;
  /** The provider's status of the subscription; `none` without one. */
  status: string;
  /** Epoch milliseconds. */
  currentPeriodEnd: number | null;
  usage: Record<CountedResource, { used: number; limit: number | null }>;
  /** Whether a payment provider is configured. */
  payments: "available" | "unavailable";
  /** Whether the provider's portal opens: it knows the caller. */
  portal: "available" | "unavailable";
}

/** The caller's tier and usage, in one round trip. `guests` is the number of the event with the most. */
export async function readBillingStatus(requestCtx: RequestContext, caller: Caller): Promise<BillingStatus> {
  const ctx = onShardOf(requestCtx, caller.userId);
  const { db, accountsDb, clock } = ctx;
  const { used, owned } = await authorizeUser(
    ctx,
    caller,
    { used: one(measureUsage(db, caller.userId, clock.now())) },
    { owned: listSubscriptions(accountsDb, caller.userId) },
  );
  const elsewhere = await readElsewhere(ctx, caller.userId, (there) =>
    measureUsage(there.db, caller.userId, clock.now()),
  );
  const everywhere = [...(used === undefined ? [] : [used]), ...elsewhere.flat()];
  const sumOf = (counted: "events" | "collaborators") => everywhere.reduce((sum, one) => sum + one[counted], 0);
  const [newest] = owned;
  const takesPayments = ctx.payments !== null;
  const tier: Tier = newest?.granting ? newest.tier : "free";
  const { counts } = LIMITS[tier];
  return {
    tier,
    status: newest?.status ?? "none",
    currentPeriodEnd: newest?.currentPeriodEnd ?? null,
    usage: {
      events: { used: sumOf("events"), limit: counts.events },
      guests: { used: Math.max(0, ...everywhere.map(({ guests }) => guests)), limit: counts.guests },
      collaborators: { used: sumOf("collaborators"), limit: counts.collaborators },
    },
    payments: takesPayments ? "available" : "unavailable",
    portal: takesPayments && ofProvider(owned).length > 0 ? "available" : "unavailable",
  };
}

/** A user's usage: events, guests of the event with the most, collaborators over all events. */
function measureUsage(db: Database, userId: string, now: number) {
  const hosted = and(eq(events.hostId, userId), isNull(events.deletedAt));
  const eventIds = sql`(select ${events.id} from ${events} where ${hosted})`;
  return db
    .select({
      events: sql<number>`(select count(*) from ${events} where ${hosted})`.as("events"),
      guests:
        sql<number>`(select coalesce(max(${guestCounts.guests}), 0) from ${guestCounts} where ${guestCounts.eventId} in ${eventIds})`.as(
          "guests",
        ),
      collaborators: sql<number>`(select count(*) from ${seatsOf(db, sql`${userId}`, now)})`.as("collaborators"),
    })
    .from(sql`(select 1)`);
}
