import { and, eq, type SQL, sql } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import type { Database } from "../db/client.ts";
import { one } from "../db/one.ts";
import { accessLogs, fraudFeedback } from "../db/schema/access.ts";
import { events } from "../db/schema/events.ts";
import { deviceExpiry, revokeEditNonces, unverifyDevice, verifyDevice } from "../invitations/devices/queries.ts";
import { invalidField, notFound } from "../kernel/errors.ts";
import { eventWindow } from "../kernel/event-window.ts";
import { authorizeMember, type EventCaller } from "../platform/authorization/authorize-member.ts";
import { commit, deniedOr } from "../platform/commit/commit.ts";
import { busMessage } from "../platform/outbox/enqueue.ts";
import { type FeedbackRow, upsertFeedback } from "./queries.ts";

/** A host's verdict on an access: it was the guest, or it was not. */
export const VERDICTS = fraudFeedback.verdict.enumValues;

export type Verdict = (typeof VERDICTS)[number];

export function isVerdict(word: string): word is Verdict {
  return VERDICTS.some((verdict) => verdict === word);
}

/**
 * Stores a host's verdict on an access. The last verdict counts. The engine gets it over the queue: `legitimate` marks
 * the device and network as the guest's own, `suspicious` undoes that. `legitimate` also verifies the device for codes.
 * `suspicious` removes the verification and revokes the guest's edit nonces. The access keeps its score and band.
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
  const { member, log } = await authorizeMember(ctx, caller, { log: one(findAccessLog(db, eventId, accessLogId)) });
  if (log === undefined) throw notFound();
  const feedback = { accessLogId, verdict, note: input.note, markedBy: member.userId, markedAt: clock.now() };
  const message = busMessage(ctx, "access.confirmed", {
    event_id: eventId,
    guest_id: log.guestId,
    access_log_id: accessLogId,
    kind: verdict,
  });
  const { device, event } = log;
  const known = { eventId, guestId: log.guestId, device: device ?? "" };
  const at = feedback.markedAt;
  const proof =
    verdict === "legitimate"
      ? verifyDevice(db, { ...known, at, expiresAt: deviceExpiry(eventWindow(event).endsAt, at) })
      : unverifyDevice(db, known);
  await commit(ctx, {
    by: member,
    // The guest may have been deleted in between, with all accesses.
    guard: [sql`exists (select 1 from ${accessLogs} where ${isAccess(eventId, accessLogId)})`],
    changes: {
      marked: upsertFeedback(db, { ...feedback, eventId }),
      proof: device !== null && proof,
      revoked: verdict !== "legitimate" && revokeEditNonces(db, known),
    },
    audit: null,
    messages: [message],
    at,
    lost: deniedOr(ctx, member, "not_found"),
  });
  return { ...feedback, markedByName: member.userName };
}

/** @throws AppError 400 `invalid_verdict` for any other word */
function readVerdict(word: string): Verdict {
  if (isVerdict(word)) return word;
  throw invalidField("verdict", `must be one of ${VERDICTS.join(", ")}`, "invalid_verdict");
}

function findAccessLog(db: Database, eventId: string, accessLogId: string) {
  return db
    .select({
      guestId: accessLogs.guestId,
      device: accessLogs.device,
      event: { eventDate: events.eventDate, endTime: events.endTime },
    })
    .from(accessLogs)
    .innerJoin(events, eq(events.id, accessLogs.eventId))
    .where(isAccess(eventId, accessLogId))
    .limit(1);
}

function isAccess(eventId: string, accessLogId: string): SQL | undefined {
  return and(eq(accessLogs.eventId, eventId), eq(accessLogs.id, accessLogId));
}
