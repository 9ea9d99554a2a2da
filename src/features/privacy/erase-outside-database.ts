import type { BusMessage } from "../../../proto/bus/messages.ts";
import { DAY_MS } from "../../kernel/clock.ts";
import type { RequestContext } from "../../request-context.ts";
import { evictAnalytics } from "../analytics/analytics-cache.ts";

import { findUndeleted, listJournaled } from "./erasure-queries.ts";
import { deleteEndpointsOf } from "./expired-queries.ts";

/** Older journals are empty: a delivery journal deletes its entries after seven days. */
const JOURNAL_MS = 8 * DAY_MS;

/**
 * Erases what is stored of a deleted guest or event outside the database: frames of monitors, delivery journals, the
 * analytics cache, and the engine's history. Idempotent. Does nothing while the guest or the event is in the database,
 * so that no message can erase what was not deleted.
 * @throws the failure of any of them; the message is then retried
 */
export async function eraseOutsideDatabase(
  ctx: RequestContext,
  message: Extract<BusMessage, { type: "access.forget" }>,
): Promise<void> {
  const { db, clock, engine, journals, monitor } = ctx;
  const { event_id: eventId, guest_id: guestId } = message.body;
  const [undeleted, journaled] = await db.batch([
    findUndeleted(db, eventId, guestId),
    listJournaled(db, eventId, clock.now() - JOURNAL_MS),
  ]);
  if (undeleted.length > 0) return;
  await monitor.of(eventId).eraseFrames(guestId === undefined ? { all: true } : { guestId });
  // Endpoints are where accounts are.
  if (guestId === undefined) await deleteEndpointsOf(ctx.accountsDb, eventId);
  if (guestId !== undefined) await Promise.all(journaled.map(({ id }) => journals.of(id).eraseGuest(guestId)));
  await evictAnalytics(ctx, eventId);
  await engine.forget(message.body);
}
