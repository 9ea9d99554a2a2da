import { and, eq, gt, type SQL, sql } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { sendingHours } from "../db/schema/sending.ts";
import { hourOf, WINDOW_HOURS } from "./budgets.ts";

/** The events that a host has created on a shard in 24 hours, and the oldest of these hours; null without one. */
export function countCreations(db: Database, hostId: string, now: number) {
  return db
    .select({
      count: sql<number>`coalesce(sum(${sendingHours.events}), 0)`.as("created_count"),
      since: sql<number | null>`min(${sendingHours.hour})`.as("since"),
    })
    .from(sendingHours)
    .where(and(isRecent(hostId, now), gt(sendingHours.events, 0)));
}

/** Condition: a host has created fewer events on a shard in 24 hours than this. */
export function hasFewerCreations(hostId: string, limit: number, now: number): SQL {
  return sql`(select coalesce(sum(${sendingHours.events}), 0) from ${sendingHours} where ${isRecent(hostId, now)}) < ${limit}`;
}

function isRecent(hostId: string, now: number) {
  return and(eq(sendingHours.userId, hostId), gt(sendingHours.hour, hourOf(now) - WINDOW_HOURS));
}

/** Counts an event that a host creates. After the host's row of the shard. */
export function countCreation(db: Database, userId: string, now: number) {
  return db
    .insert(sendingHours)
    .values({ userId, hour: hourOf(now), events: 1 })
    .onConflictDoUpdate({
      target: [sendingHours.userId, sendingHours.hour],
      set: { events: sql`${sendingHours.events} + 1` },
    });
}
