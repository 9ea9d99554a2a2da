import { and, eq } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import { runBatch } from "../db/batch.ts";
import type { Database, Statement } from "../db/client.ts";
import { isConstraintViolation } from "../db/failures.ts";
import { accessLogs } from "../db/schema/access.ts";
import { events } from "../db/schema/events.ts";
import { deviceExpiry, proveDevice, revokeEditNonces, unproveDevice } from "../invitations/devices/queries.ts";
import { invalidField, notFound } from "../kernel/errors.ts";
import { eventWindow } from "../kernel/event-window.ts";
import { authorizeMember, type EventCaller } from "../platform/authorization/authorize-member.ts";
import { hasRole } from "../platform/authorization/queries.ts";
import { busMessage, enqueue } from "../platform/outbox/enqueue.ts";
import { type FeedbackRow, upsertFeedback } from "./queries.ts";

/** A host's verdict on an access: it was the guest, or it was not. */
export const VERDICTS = ["legitimate", "suspicious"] as const;

export type Verdict = (typeof VERDICTS)[number];

export function isVerdict(word: string): word is Verdict {
  return VERDICTS.some((verdict) => verdict === word);
}

/**
 * Stores a host's verdict on an access; the last one counts. The engine gets it over the queue: `legitimate` makes the
 * device and network the guest's own, `suspicious` undoes that. So it is for codes: the one proves the device, the other takes
 * the proof from it and revokes the guest's edit nonces. The access keeps its score and band.
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
  const { device, event } = log;
  const known = { eventId, guestId: log.guestId, device: device ?? "" };
  const at = feedback.markedAt;
  const proof =
    verdict === "legitimate"
      ? [proveDevice(db, { ...known, at, expiresAt: deviceExpiry(eventWindow(event).endsAt, at) }, roleCondition)]
      : [unproveDevice(db, known, roleCondition)];
  const revoked = verdict === "legitimate" ? [] : [revokeEditNonces(db, known, roleCondition)];
  const statements = [...outboxEntries.statements, ...(device === null ? [] : proof), ...revoked];
  if (!(await write(ctx, upsertFeedback(db, { ...feedback, eventId }, roleCondition), statements))) {
    // Either the guest was deleted in between, with all accesses, or the caller lost the role.
    await authorizeMember(ctx, caller, {});
    throw notFound();
  }
  outboxEntries.publishAfterResponse();
  return { ...feedback, markedByName: member.userName };
}

/** Writes a verdict with what goes with it; false if the access is gone or the caller lost the role. */
async function write(
  { db }: RequestContext,
  upsert: ReturnType<typeof upsertFeedback>,
  others: Statement[],
): Promise<boolean> {
  try {
    const { written } = await runBatch(db, { written: upsert, others });
    return written.length > 0;
  } catch (error) {
    if (isConstraintViolation(error)) return false;
    throw error;
  }
}

/** @throws AppError 400 `invalid_verdict` for any other word */
function readVerdict(word: string): Verdict {
  if (isVerdict(word)) return word;
  throw invalidField("verdict", `must be one of ${VERDICTS.join(", ")}`, "invalid_verdict");
}

/** The guest of an access. */
function findAccessLog(db: Database, eventId: string, accessLogId: string) {
  return db
    .select({
      guestId: accessLogs.guestId,
      device: accessLogs.device,
      event: { eventDate: events.eventDate, endTime: events.endTime },
    })
    .from(accessLogs)
    .innerJoin(events, eq(events.id, accessLogs.eventId))
    .where(and(eq(accessLogs.eventId, eventId), eq(accessLogs.id, accessLogId)))
    .limit(1);
}
