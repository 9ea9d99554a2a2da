import { and, eq, gt, isNotNull, isNull, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import type { Database, Statement } from "../db/client.ts";
import { isConstraintViolation } from "../db/failures.ts";
import { insertFrom, placeholdersOf } from "../db/inserts.ts";
import { type Placeholders, prepared } from "../db/prepared-statement.ts";
import { accessLogs } from "../db/schema/access.ts";
import { eventAllowlist, events } from "../db/schema/events.ts";
import { guestDevices } from "../db/schema/guest-devices.ts";
import { accessTokens } from "../db/schema/guests.ts";
import { secrets } from "../db/schema/secrets.ts";
import { type GuestDevice, loggedDevice } from "../invitations/devices/queries.ts";
import type { AppError } from "../kernel/errors.ts";
import { isOnForAll } from "../platform/flags/flags.ts";
import { type OutboxRow, toOutboxRows } from "../platform/outbox/outbox-row.ts";
import { deletePublished, insertOutboxFrom } from "../platform/outbox/queries.ts";
import {
  type Assessment,
  assessmentOf,
  publishAccess,
  type ScoreRow,
  storeLog,
  unscoredOutcome,
} from "./access-log.ts";
import {
  type AccessAttempt,
  accessOf,
  attemptedBody,
  clientOf,
  fingerprintOf,
  type NewAccessLog,
  placeOf,
  type ScoredInvitation,
  UNSCORED,
} from "./attempt.ts";
import { enforceRisk } from "./refuse.ts";

/** The log of an access that is written in the batch that reads its invitation. */
export interface EarlyLog {
  /** For the start of that batch. @param nonceHash hash of the request's edit nonce; null without one */
  statements(nonceHash: string | null): Statement[];
  /** Deletes the log and its message: for a request that is refused by what its batch did not know. */
  withdraw(eventId: string): Promise<void>;
}

/**
 * Logs an access without a separate call: unscored, with its message in the outbox. Null while risk scoring may be off
 * for the event's host, because the log then has other content.
 */
export function logWithRead(
  ctx: RequestContext,
  { tokenId, device }: { tokenId: string; device: GuestDevice },
  attempt: AccessAttempt,
): EarlyLog | null {
  if (!isOnForAll(ctx, "risk_scoring")) return null;
  const { db } = ctx;
  const { accessLogId, kind, at, facts, seemsAutomated: automated } = attempt;
  const client = clientOf(facts);
  // The statements add the time of the email and whether the device is verified.
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
      insertLogWithRead(db, { ...logged, ...placeOf(facts.edge), nonceHash }),
      enqueueWithRead(db, { accessLogId, tokenId, at, device: hash, nonceHash, body }),
    ],
    async withdraw(eventId) {
      await db.batch([deleteAccessLog(db, eventId, accessLogId), deletePublished(db, [accessLogId])]);
    },
  };
}

/**
 * Scores a view of an invitation. Its log is durable before this returns, even if the engine fails. The batch that read
 * the invitation has written the log, or it is written in parallel with the score. After the response, the score is
 * written and the access is published. The queue consumer has it scored if the engine did not respond in time or
 * has not recorded it. One round trip.
 * @returns the assessment; pass it to `enforceRisk` before anything is shown
 * @param log null if nothing is logged yet
 */
export async function assessView(
  ctx: RequestContext,
  invitation: ScoredInvitation,
  attempt: AccessAttempt,
  log: EarlyLog | null,
): Promise<Assessment> {
  const access = accessOf(invitation, attempt);
  const unscored = await unscoredOutcome(ctx, invitation, access);
  if (unscored !== null) {
    // The flag was switched off in the meantime.
    if (log !== null) await log.withdraw(invitation.eventId);
    const assessment = await assessmentOf(ctx, invitation, attempt, access, unscored);
    publishAccess(ctx, assessment, await storeLog(ctx, assessment));
    return assessment;
  }
  const store = async () => storeLog(ctx, await assessmentOf(ctx, invitation, attempt, access, null));
  const [score] = await Promise.all([ctx.engine.score(access), log === null ? store() : undefined]);
  const assessment = await assessmentOf(ctx, invitation, attempt, access, score);
  // The message in the outbox has no mark. It is published only if this score was not written.
  const outboxRows = toOutboxRows(assessment.attempted === null ? [] : [assessment.attempted], attempt.at);
  publishAccess(ctx, assessment, outboxRows, scoreRowOf(assessment.log));
  return assessment;
}

/** An access whose invitation has not been read: of its guest only the link is known. */
type UnresolvedAccess = Omit<NewAccessLog, "eventId" | "guestId" | "score" | "risk" | "evidence" | "scoredAt"> & {
  /** Hash of the request's edit nonce; null without one. */
  nonceHash: string | null;
};

/**
 * Logs an access without a score, in the batch that reads its invitation. Writes nothing for a revoked link, a deleted
 * event, or an event with an allowlist, because SQL cannot check whether an address is trusted.
 */
const insertLogWithRead = prepared((db, params: Placeholders<UnresolvedAccess>) => {
  const { eventId, guestId } = accessTokens;
  const fingerprint = sql`json_patch(${sql.param(params.fingerprint, accessLogs.fingerprint)}, ${guestFacts(params)})`;
  const unscored = { score: null, risk: null, evidence: null, scoredAt: null };
  return insertFrom(
    db,
    accessLogs,
    { ...placeholdersOf(accessLogs, params), id: params.accessLogId, eventId, guestId, fingerprint, ...unscored },
    sql`from ${accessTokens} inner join ${events} on ${eq(events.id, accessTokens.eventId)}
      where ${and(eq(accessTokens.id, params.tokenId), isNull(accessTokens.revokedAt), isNull(events.deletedAt))}
        and not exists (select 1 from ${eventAllowlist} where ${eq(eventAllowlist.eventId, events.id)})`,
  );
});

/** Its message for the outbox, if `insertLogWithRead` right before it has logged the access. @param body without event and guest */
const enqueueWithRead = prepared(
  (
    db,
    {
      accessLogId,
      tokenId,
      at,
      device,
      nonceHash,
      body,
    }: Placeholders<
      Pick<UnresolvedAccess, "accessLogId" | "tokenId" | "at" | "device" | "nonceHash"> & { body: string }
    >,
  ) => {
    const ofGuest = sql`json_object('event_id', ${accessTokens.eventId}, 'guest_id', ${accessTokens.guestId},
      'fingerprint', json(${guestFacts({ at, device, nonceHash })}))`;
    const patched = sql`json_patch(${body}, ${ofGuest})`;
    return insertOutboxFrom(
      db,
      { id: accessLogId, type: sql`'access.attempted'`, body: patched, createdAt: at },
      sql`from ${accessTokens} where ${accessTokens.id} = ${tokenId} and changes() = 1`,
    );
  },
);

/**
 * The fingerprint entries about the guest, as an object to merge: the time since the invitation's or the nonce's email
 * was sent, and whether the device is verified. Merging null omits an entry.
 */
function guestFacts({ at, device, nonceHash }: Record<"at" | "device" | "nonceHash", Placeholder>): SQL {
  const ofNonce = and(
    eq(secrets.hash, nonceHash),
    eq(secrets.kind, "edit_nonce"),
    eq(secrets.tokenId, accessTokens.id),
    gt(secrets.expiresAt, at),
  );
  const nonceSentAt = sql`(select ${secrets.createdAt} from ${secrets} where ${ofNonce})`;
  const sentAt = sql`coalesce(max(${accessTokens.sentAt}, ${nonceSentAt}), ${nonceSentAt}, ${accessTokens.sentAt})`;
  const seconds = sql`cast(max(0, (${at} - ${sentAt} + 500) / 1000) as integer)`;
  return sql`json_object('sent_seconds_ago', iif(${sentAt} is null, null, cast(${seconds} as text)),
    'edge_device_proved', (select 'true' from ${guestDevices} where ${and(
      eq(guestDevices.eventId, accessTokens.eventId),
      eq(guestDevices.guestId, accessTokens.guestId),
      eq(guestDevices.device, device),
      isNotNull(guestDevices.provedAt),
      isNull(guestDevices.endedAt),
    )}))`;
}

function deleteAccessLog(db: Database, eventId: string, accessLogId: string) {
  return db.delete(accessLogs).where(and(eq(accessLogs.eventId, eventId), eq(accessLogs.id, accessLogId)));
}

/** The score in an access log; null without one. */
function scoreRowOf(log: NewAccessLog): ScoreRow | null {
  const { eventId, accessLogId, score, risk, reasons, automated, scoredAt = null, evidence, ...rest } = log;
  if (score === undefined || risk === undefined) return null;
  const { geoCountry, geoCity, geoLat, geoLon } = rest;
  const place = { geoCountry, geoCity, geoLat, geoLon };
  return { eventId, accessLogId, score, risk, reasons, automated, scoredAt, evidence, ...place };
}

/**
 * Scores an attempt to submit an RSVP, and runs `answer`. The batch of the RSVP writes the log with its score
 * (`insertAccessLog`). A separate batch logs an attempt that its band or `answer` rejects, before this returns or
 * throws. One round trip, and those of `answer`. A rejection costs one more.
 * @throws AppError 403 `access_blocked` or `challenge_required`, and errors of `answer`
 */
export async function assessAnswer<T>(
  ctx: RequestContext,
  invitation: ScoredInvitation,
  attempt: AccessAttempt,
  answer: (assessment: Assessment) => Promise<T>,
): Promise<T> {
  const access = accessOf(invitation, attempt);
  const outcome = (await unscoredOutcome(ctx, invitation, access)) ?? (await ctx.engine.score(access));
  const assessment = await assessmentOf(ctx, invitation, attempt, access, outcome);
  try {
    await enforceRisk(ctx, assessment, invitation.challenged);
    const answered = await answer(assessment);
    publishAccess(ctx, assessment, []);
    return answered;
  } catch (error) {
    publishAccess(ctx, assessment, await storeLog(ctx, assessment).catch(nothingToLog));
    throw error;
  }
}

/**
 * Scores and logs an attempt that is rejected regardless of its score, such as a second first RSVP. The log is written
 * in parallel with the score. One round trip.
 * @throws AppError 403 `access_blocked` or `challenge_required`, else `refusal`
 */
export async function scoreRejectedAttempt(
  ctx: RequestContext,
  invitation: ScoredInvitation,
  attempt: AccessAttempt,
  refusal: AppError,
): Promise<never> {
  await enforceRisk(ctx, await assessView(ctx, invitation, attempt, null), invitation.challenged);
  throw refusal;
}

/**
 * Returns no rows on a constraint violation: the guest was deleted with every log, or the RSVP and its log were written
 * before the failure. Throws other errors again.
 */
function nothingToLog(error: unknown): OutboxRow[] {
  if (isConstraintViolation(error)) return [];
  throw error;
}
