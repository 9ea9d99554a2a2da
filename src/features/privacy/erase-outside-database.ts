import type { BusMessage } from "../../../proto/bus/messages.ts";
import { DAY_MS } from "../../kernel/clock.ts";
import type { RequestContext } from "../../request-context.ts";
import { evictAnalytics } from "../analytics/analytics-cache.ts";
import { findStanding, listJournaled } from "./erasure-queries.ts";

/** A journal that nobody came back to is emptied by itself after seven days. */
const JOURNAL_MS = 8 * DAY_MS;

/**
 * Forgets what is known of an erased guest, or of a whole event that is gone, outside the database: by the monitors, the
 * journals, the edge and the engine. Safe to call again. What stands in the database is not forgotten, whatever a
 * message says.
 * @throws what did not answer; the message is to come again
 */
export async function eraseOutsideDatabase(
  ctx: RequestContext,
  message: Extract<BusMessage, { type: "access.forget" }>,
): Promise<void> {
  const { db, clock, engine, journals, monitor } = ctx;
  const { event_id: eventId, guest_id: guestId } = message.body;
  const [roleCondition, sent] = await db.batch([
    findStanding(db, eventId, guestId),
    listJournaled(db, eventId, clock.now() - JOURNAL_MS),
  ]);
  if (roleCondition.length > 0) return;
  await monitor.forget(eventId, guestId === undefined ? { everything: true } : { guestId });
  if (guestId !== undefined) await Promise.all(sent.map(({ id }) => journals.of(id).eraseGuest(guestId)));
  await evictAnalytics(ctx, eventId);
  await engine.forget(message.body);
}
