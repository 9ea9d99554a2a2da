import { and, eq, isNull, sql } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import { runBatch } from "../db/batch.ts";
import { isConstraintViolation } from "../db/failures.ts";
import { runGroupedBatch } from "../db/grouped-batches.ts";
import { insertFrom, placeholdersOf } from "../db/inserts.ts";
import { one } from "../db/one.ts";
import { type Placeholders, prepared } from "../db/prepared-statement.ts";
import { checkIns } from "../db/schema/check-ins.ts";
import { events } from "../db/schema/events.ts";
import { accessTokens, guests } from "../db/schema/guests.ts";
import { rsvps } from "../db/schema/rsvps.ts";
import { newSeatSql, placeIfWaitlisted, requireRoom } from "../events/seats/seats.ts";
import type { RequestFacts } from "../http/request-facts.ts";
import type { GuestLink } from "../invitations/guest-link.ts";
import { AppError } from "../kernel/errors.ts";
import { newId } from "../kernel/ids.ts";
import { LIVE_EVENTS } from "../platform/activities/publish-live-events.ts";
import { flushAfterResponse, pending } from "../platform/flush-after-response/flush-after-response.ts";
import { enqueue } from "../platform/outbox/enqueue.ts";
import { insertAccessLog } from "../risk/access-log.ts";
import { type Assessment, assessAnswer, scoreRejectedAttempt } from "../risk/assess-access.ts";
import { newAccessAttempt } from "../risk/attempt.ts";
import { type OpenedInvitation, openInvitation, scoredInvitation } from "../risk/open-invitation.ts";
import { type Answered, answered, messagesOf, rsvpEvent } from "./answered.ts";
import { answeringDevice, claimOf } from "./own-device.ts";
import { findSeat, isEventAsRead, type RsvpPreconditions, type RsvpRow } from "./queries.ts";
import { type Answer, canJoinWaitlist, firstAnswer, headsOf, seatedAs, seatWithoutQuery } from "./rules.ts";
import type { Submission } from "./schemas.ts";
import { rsvpPreconditions, validateRsvp } from "./validate-rsvp.ts";

/** Attempts to write while the host changes the values that the RSVP is validated against. */
const MAX_ATTEMPTS = 5;

type Input = Omit<Submission, "token"> & { facts: RequestFacts; isShown?: boolean; locale?: string | null };

/**
 * Stores a guest's first RSVP. Scores it like an access, denies it in the risk band `block`, and confirms it by email.
 * The link stays valid. Takes three round trips: the read in parallel with the rate-limit check, the score, and the
 * write with the log. If a value changed that the RSVP was validated against, validates again.
 * @param input.isShown whether the caller shows the invitation with the RSVP, as a page does
 * @param input.locale the language that the guest chose on the page, BCP 47
 * @throws AppError 409 `rsvp_exists`, `already_arrived`, `event_cancelled`, `event_over`, `rsvp_closed`,
 * `rsvp_changed`, `event_full` without a waitlist, 400 for an RSVP that the invitation does not accept, 403
 * `access_blocked`, 404, 429
 */
export async function submitRsvp(ctx: RequestContext, link: GuestLink, input: Input): Promise<Answered> {
  const { facts, fingerprint, isShown = false } = input;
  const attempt = newAccessAttempt(ctx, link.tokenId, { kind: "rsvp", facts, fingerprint });
  let invitation = await openInvitation(ctx, link, { isShown });
  let answer = validateRsvp(invitation, input, firstAnswer(input), ctx.clock.now());
  const scored = scoredInvitation(invitation);
  if (invitation.rsvp !== null) return scoreRejectedAttempt(ctx, scored, attempt, new AppError("rsvp_exists"));
  return assessAnswer(ctx, scored, attempt, async (assessment) => {
    for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts++) {
      if (invitation.rsvp !== null) throw new AppError("rsvp_exists");
      const row = await write(ctx, { link, invitation, answer, assessment, input });
      if (row !== undefined) return answered(invitation, row);
      // Nothing was written: something has changed since the read, or a concurrent request was first.
      invitation = await openInvitation(ctx, link, { isShown });
      answer = validateRsvp(invitation, input, firstAnswer(input), ctx.clock.now());
      const { id, waitlist } = invitation.event;
      if (!canJoinWaitlist(null, waitlist)) await requireRoom(ctx, id, headsOf(answer));
    }
    throw new AppError("rsvp_changed");
  });
}

interface Submitted {
  link: GuestLink;
  invitation: OpenedInvitation;
  answer: Answer;
  assessment: Assessment;
  input: Input;
}

/**
 * Writes an RSVP in one batch. Returns undefined if its condition is not true any more and nothing was written.
 * @throws AppError 409 as `rsvpPreconditions`
 */
async function write(
  ctx: RequestContext,
  { link, invitation, answer, assessment, input }: Submitted,
): Promise<Pick<Answered, "rsvp" | "waitlistPosition"> | undefined> {
  const { db, clock } = ctx;
  const { event, guest } = invitation;
  const now = clock.now();
  const judgedBy = rsvpPreconditions(invitation, answer.response, now);
  const heads = headsOf(answer);
  const known = seatWithoutQuery(null, heads, event.capacity);
  const row = {
    eventId: event.id,
    guestId: guest.id,
    id: newId(now),
    ...answer,
    answeredBy: "guest" as const,
    heads,
    riskScore: assessment.score,
    editCount: 0,
    hostChangeCount: 0,
    maxPlusOnes: null,
    ...answeringDevice(claimOf(input.facts, invitation)),
    fingerprint: input.fingerprint,
    submittedAt: now,
    updatedAt: now,
    locale: input.locale ?? null,
    newDevice: assessment.isByStranger,
  };
  const outboxEntries = enqueue(ctx, messagesOf(ctx, link, row, assessment));
  const statements = {
    submitted: insertRsvp(db, { ...row, ...judgedBy, guestVersion: guest.updatedAt, tokenId: link.tokenId }),
    outbox: outboxEntries.statements,
    log: insertAccessLog(db, assessment.log),
    seat: known === undefined && one(findSeat(db, row)),
  };
  try {
    // A seat that is already taken aborts the batch. Without a capacity, concurrent RSVPs share one batch.
    const { seat } = await (event.capacity === null
      ? runGroupedBatch(db, ctx.groupedBatchesOf(ctx.shard), statements)
      : runBatch(db, statements));
    const { waitlistPosition, ...decided } = seat ?? seatedAs(known);
    const rsvp = { ...row, ...decided };
    const submitted = rsvpEvent(invitation, { type: "rsvp.submitted", ...rsvp });
    flushAfterResponse(ctx, { outboxRows: outboxEntries.rows, effects: [pending(LIVE_EVENTS, submitted)] });
    return { rsvp, waitlistPosition };
  } catch (error) {
    if (isConstraintViolation(error)) return undefined;
    throw error;
  }
}

/** An RSVP before it is written, the ID of the access token that the guest holds, and the guest's `updated_at`. */
type RsvpToInsert = Omit<RsvpRow, "seat" | "waitlistedAt" | "offerExpiresAt"> &
  RsvpPreconditions & { tokenId: string; guestVersion: number };

/**
 * Inserts a guest's RSVP. Violates UNIQUE if there is one. Violates NOT NULL, which aborts the batch, if the token is
 * revoked, someone of the party has arrived, or the event or the guest changed since they were read.
 */
const insertRsvp = prepared((db, params: Placeholders<RsvpToInsert>) => {
  const arrived = and(eq(checkIns.eventId, accessTokens.eventId), eq(checkIns.guestId, accessTokens.guestId));
  const ofToken = and(eq(guests.eventId, accessTokens.eventId), eq(guests.id, accessTokens.guestId));
  const holds = and(
    eq(accessTokens.id, params.tokenId),
    isNull(accessTokens.revokedAt),
    isEventAsRead(params),
    sql`not exists (select 1 from ${checkIns} where ${arrived})`,
    // The guest limits only the plus-ones.
    sql`(${params.plusOnes} = 0 or ${params.guestVersion} = (select ${guests.updatedAt} from ${guests} where ${ofToken}))`,
  );
  const seat = sql`case when ${params.heads} = 0 then null when ${params.capacity} is null then 'confirmed'
    else ${newSeatSql(params)} end`;
  const cells = {
    ...placeholdersOf(rsvps, params),
    eventId: sql`(select ${accessTokens.eventId} from ${accessTokens}
      inner join ${events} on ${eq(events.id, accessTokens.eventId)} where ${holds})`,
    seat: sql`decided.seat`,
    waitlistedAt: placeIfWaitlisted(params.eventId, params.submittedAt),
    offerExpiresAt: sql`null`,
  };
  return insertFrom(db, rsvps, cells, sql`from (select ${seat} as seat) as decided`);
});
