import { eq, type SQL, sql } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import type { Database } from "../db/client.ts";
import { events } from "../db/schema/events.ts";
import { sendingHours, sendingPauses } from "../db/schema/sending.ts";
import { accountNotices } from "../identity/notices/account-notices.ts";
import { log } from "../kernel/log.ts";
import { commit, isWritten } from "../platform/commit/commit.ts";
import { hourOf, pauseReason, WINDOW_HOURS } from "./budgets.ts";

/**
 * Pauses the host of an event if too many emails of the last 24 hours bounced or were reported, and notifies the host.
 * An operator lifts the pause. Call it after a bounce or a complaint was counted. Idempotent: each pause notifies the
 * host once.
 */
export async function pauseIfHarmful(ctx: RequestContext, eventId: string): Promise<void> {
  const { db, clock } = ctx;
  const now = clock.now();
  const [record] = await findRecord(db, eventId, now);
  const reason = record === undefined ? null : pauseReason(record);
  if (record === undefined || reason === null) return;
  const { hostId } = record;
  const notices = accountNotices(ctx, "sending_paused", [hostId], { detail: reason });
  const pause = commit(ctx, {
    by: "service",
    guard: [sql`not exists (select 1 from ${sendingPauses} where ${eq(sendingPauses.userId, hostId)})`],
    changes: { paused: db.insert(sendingPauses).values({ userId: hostId, reason, pausedAt: now }) },
    messages: notices,
    at: now,
    lost: "not_found",
  });
  if (await isWritten(pause)) log("warn", "sending_paused", { user_id: hostId, reason });
}

/** Reads the sending counters of an event's host in the window, with bounces and complaints. */
function findRecord(db: Database, eventId: string, now: number) {
  const sum = (column: SQL) => sql<number>`coalesce(sum(${column}), 0)`;
  return db
    .select({
      hostId: events.hostId,
      recipients: sum(sql`${sendingHours.recipients}`).as("recipients_sum"),
      bounced: sum(sql`${sendingHours.bounced}`).as("bounced_sum"),
      complained: sum(sql`${sendingHours.complained}`).as("complained_sum"),
    })
    .from(events)
    .leftJoin(
      sendingHours,
      sql`${sendingHours.userId} = ${events.hostId} and ${sendingHours.hour} > ${hourOf(now) - WINDOW_HOURS}`,
    )
    .where(eq(events.id, eventId))
    .groupBy(events.id);
}
