import { isConstraintViolation } from "../../db/failures.ts";
import { notFound } from "../../kernel/errors.ts";
import type { Services } from "../../services.ts";
import { asMember, type EventCaller } from "../members/as-member.ts";
import { busMessage, owe } from "../outbox/owe.ts";
import { type FeedbackRow, findAccessLog, upsertFeedback } from "./queries.ts";
import { readVerdict } from "./verdicts.ts";

/**
 * Notes what a host says of an access; the last word counts. The engine hears of it over the bus: `legitimate` makes
 * that device and network the guest's own, `suspicious` takes them away again. The access's score and band stay as
 * they were decided.
 * @throws AppError 400 `invalid_verdict`, 404 for an access of another event
 */
export async function markAccess(
  services: Services,
  caller: EventCaller,
  accessLogId: string,
  input: { verdict: string; note: string | null },
): Promise<FeedbackRow> {
  const verdict = readVerdict(input.verdict);
  const { db, clock } = services;
  const { eventId } = caller;
  const [{ userId, userName }, [log]] = await asMember(services, caller, [findAccessLog(db, eventId, accessLogId)]);
  if (log === undefined) throw notFound();
  const feedback = { accessLogId, verdict, note: input.note, markedBy: userId, markedAt: clock.now() };
  const owed = owe(services, [
    busMessage(services, "access.confirmed", {
      event_id: eventId,
      guest_id: log.guestId,
      access_log_id: accessLogId,
      kind: verdict,
    }),
  ]);
  try {
    await db.batch([upsertFeedback(db, { ...feedback, eventId }), ...owed.statements]);
  } catch (error) {
    // The guest was deleted in between, and the access with the guest.
    throw isConstraintViolation(error) ? notFound() : error;
  }
  owed.dispatch();
  return { ...feedback, markedByName: userName };
}
