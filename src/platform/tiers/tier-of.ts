import { and, eq, type SQL, sql } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import type { AccountsDatabase, Database } from "../../db/client.ts";
import { subscriptions } from "../../db/schema/billing.ts";
import { events } from "../../db/schema/events.ts";
import type { Tier } from "./limits.ts";

/** The read of a user's tier, for a batch on `accountsDb`; `tierIn` reads its result. */
export function tierOfUser(ctx: Pick<RequestContext, "accountsDb">, userId: string) {
  return findGrantedTier(ctx.accountsDb, userId);
}

/** The read of the tier of an event's host, for a batch on `db`; `tierIn` reads its result. */
export function tierOfEvent(ctx: Pick<RequestContext, "db">, eventId: string) {
  return findTierOfEvent(ctx.db, eventId);
}

/** The tier in the result of one of these statements. */
export function tierIn(rows: readonly Pick<typeof subscriptions.$inferSelect, "tier">[]): Tier {
  return rows[0]?.tier ?? "free";
}

/** SQL for the number of the host's tier, for a statement that is not preceded by a read of the tier. */
export function byTier(hostId: SQL, { free, pro, business }: Record<Tier, number>): SQL<number> {
  const tier = sql`(select ${subscriptions.tier} from ${subscriptions}
    where ${subscriptions.userId} = ${hostId} and ${subscriptions.granting} = 1)`;
  return sql`(case ${tier} when 'business' then ${business} when 'pro' then ${pro} else ${free} end)`;
}

/** The paid tier of a user; no row means free. A unique index allows one granting subscription per user. */
function findGrantedTier(db: AccountsDatabase, userId: string) {
  return db
    .select({ tier: subscriptions.tier })
    .from(subscriptions)
    .where(and(eq(subscriptions.userId, userId), eq(subscriptions.granting, true)))
    .limit(1);
}

/** The paid tier of an event's host, which applies to the event; no row means free. */
function findTierOfEvent(db: Database, eventId: string) {
  return db
    .select({ tier: subscriptions.tier })
    .from(events)
    .innerJoin(subscriptions, and(eq(subscriptions.userId, events.hostId), eq(subscriptions.granting, true)))
    .where(eq(events.id, eventId))
    .limit(1);
}
