import type { RequestContext } from "../context.ts";
import type { Statement } from "../db/client.ts";
import { loggedDevice } from "../invitations/devices/device-facts.ts";
import type { GuestDevice } from "../invitations/devices/guest-device.ts";
import { isOnForAll } from "../platform/flags/flags.ts";
import { toOutboxRows } from "../platform/outbox/outbox-row.ts";
import { deletePublished } from "../platform/outbox/queries.ts";
import { unscoredOutcome } from "./assess.ts";
import { type Assessment, assessmentOf } from "./assessment.ts";
import {
  type Attempt,
  accessOf,
  attemptedBody,
  clientOf,
  placeOf,
  type ScoredInvitation,
  UNSCORED,
} from "./attempt.ts";
import { fingerprintOf } from "./fingerprint.ts";
import { publishAccess, storeLog } from "./log-access.ts";
import { deleteAccessLog, enqueueUnread, logUnread } from "./log-queries.ts";
import { scoreRowOf } from "./score-queries.ts";

/** The log of an access that is written in the batch that reads its invitation. */
export interface EarlyLog {
  /** For the start of that batch. @param nonceHash hash of the request's edit nonce; null without one */
  statements(nonceHash: string | null): Statement[];
  /** Deletes the log and its message: for a request that is refused by what its batch did not know. */
  withdraw(eventId: string): Promise<void>;
}

/**
 * Logs an access without a call of its own: unscored, with its message in the outbox. Null while the risk score may be off
 * for the event's host, because then the log says something else.
 */
export function earlyLog(
  ctx: RequestContext,
  { tokenId, device }: { tokenId: string; device: GuestDevice },
  attempt: Attempt,
): EarlyLog | null {
  if (!isOnForAll(ctx, "risk_scoring")) return null;
  const { db } = ctx;
  const { accessLogId, kind, at, facts, seemsAutomated: automated } = attempt;
  const client = clientOf(facts);
  // When the mail was sent, and whether the device is proved, the statements add.
  const fingerprint = fingerprintOf(attempt.fingerprint, { facts, kind, device, sentAt: null, at });
  const body = JSON.stringify(attemptedBody({ tokenId, accessLogId, fingerprint, ...client }, at));
  const hash = loggedDevice(device);
  const logged = {
    accessLogId,
    tokenId,
    kind,
    at,
    fingerprint,
    device: hash,
    reasons: [UNSCORED],
    automated,
    ...client,
  };
  return {
    statements: (nonceHash) => [
      logUnread(db, { ...logged, ...placeOf(facts.edge), nonceHash }),
      enqueueUnread(db, { accessLogId, tokenId, at, device: hash, nonceHash, body }),
    ],
    async withdraw(eventId) {
      await db.batch([deleteAccessLog(db, eventId, accessLogId), deletePublished(db, [accessLogId])]);
    },
  };
}

/**
 * Scores a view of an invitation whose log is durable before this returns, whatever the engine does: the batch that read the
 * invitation has written it, or it is written in parallel with the score. The score is written after the response, and the
 * access is published; the consumer of its queue has it scored if the engine did not answer in time or has not recorded it.
 *
 * One round trip. @returns the assessment; pass it to `refuseDoubted` before anything is shown
 * @param log null if nothing is logged yet
 */
export async function assessView(
  ctx: RequestContext,
  invitation: ScoredInvitation,
  attempt: Attempt,
  log: EarlyLog | null,
): Promise<Assessment> {
  const access = accessOf(invitation, attempt);
  const unscored = await unscoredOutcome(ctx, invitation, access);
  if (unscored !== null) {
    // The flag was switched off meanwhile.
    if (log !== null) await log.withdraw(invitation.eventId);
    const assessment = await assessmentOf(invitation, attempt, access, unscored);
    publishAccess(ctx, assessment, await storeLog(ctx, assessment));
    return assessment;
  }
  const store = async () => storeLog(ctx, await assessmentOf(invitation, attempt, access, null));
  const [score] = await Promise.all([ctx.engine.score(access), log === null ? store() : undefined]);
  const assessment = await assessmentOf(invitation, attempt, access, score);
  // What the outbox has of the message stays without the mark: it is published only if this score was not written.
  const outboxRows = toOutboxRows(assessment.attempted === null ? [] : [assessment.attempted], attempt.at);
  publishAccess(ctx, assessment, outboxRows, scoreRowOf(assessment.log));
  return assessment;
}
