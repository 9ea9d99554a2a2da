import { runBatch } from "../../db/batch.ts";
import { isConstraintViolation } from "../../db/failures.ts";
import { notFound } from "../../kernel/errors.ts";
import { busMessage, enqueue } from "../../platform/outbox/enqueue.ts";
import type { RequestContext } from "../../request-context.ts";
import { authorizeMember, type EventCaller } from "../members/authorize-member.ts";
import { hasRole } from "../members/queries.ts";
import { type FeedbackRow, findAccessLog, upsertFeedback } from "./queries.ts";
import { readVerdict } from "./verdicts.ts";

/**
 * Notes what a host says of an access; the last word counts. The engine hears of it over the bus: `legitimate` makes
 * that device and network the guest's own, `suspicious` takes them away again. The access's score and band stay as
 * they were decided.
 * @throws AppError 400 `invalid_verdict`, 404 for an access of another event
 */
export async function markAccess(
  ctx: RequestContext,
  caller: EventCaller,
  accessLogId: string,
  input: { verdict: string; note: string | null },
): Promise<FeedbackRow> {
  const verdict = readVerdict(input.verdict);
  const { db, clock } = ctx;
  const { eventId } = caller;
  const {
    member,
    log: [log],
  } = await authorizeMember(ctx, caller, { log: findAccessLog(db, eventId, accessLogId) });
  if (log === undefined) throw notFound();
  const feedback = { accessLogId, verdict, note: input.note, markedBy: member.userId, markedAt: clock.now() };
  const message = busMessage(ctx, "access.confirmed", {
    event_id: eventId,
    guest_id: log.guestId,
    access_log_id: accessLogId,
    kind: verdict,
  });
  const roleCondition = hasRole(db, member);
  const outboxEntries = enqueue(ctx, [message], roleCondition);
  if (!(await write(ctx, upsertFeedback(db, { ...feedback, eventId }, roleCondition), outboxEntries.statements))) {
    // Either the guest was deleted in between, and the access with the guest, or the caller's role was lost.
    await authorizeMember(ctx, caller, {});
    throw notFound();
  }
  outboxEntries.publishAfterResponse();
  return { ...feedback, markedByName: member.userName };
}

/** Writes a verdict with the message about it; false when there is nothing to give it on, or no right to. */
async function write(
  { db }: RequestContext,
  upsert: ReturnType<typeof upsertFeedback>,
  outboxEntries: ReturnType<typeof enqueue>["statements"],
): Promise<boolean> {
  try {
    const { written } = await runBatch(db, { written: upsert, outboxEntries });
    return written.length > 0;
  } catch (error) {
    if (isConstraintViolation(error)) return false;
    throw error;
  }
}
