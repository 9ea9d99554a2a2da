import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import { abortUnless } from "../db/abort-unless.ts";
import { runBatch } from "../db/batch.ts";
import type { Database } from "../db/client.ts";
import { isConstraintViolation } from "../db/failures.ts";
import { checkIns } from "../db/schema/check-ins.ts";
import { events } from "../db/schema/events.ts";
import { accessTokens } from "../db/schema/guests.ts";
import { type GuestKey, rsvps } from "../db/schema/rsvps.ts";
import { isOpenOffer, seatsFreed } from "../events/seats/seats.ts";
import { insertRevisions } from "../guests/party.ts";
import type { RequestFacts } from "../http/request-facts.ts";
import { proveByNonce } from "../invitations/devices/queries.ts";
import type { GuestLink } from "../invitations/guest-link.ts";
import { AppError } from "../kernel/errors.ts";
import { seatAt, standingOfRsvp } from "../kernel/standing.ts";
import { LIVE_EVENTS } from "../platform/activities/publish-live-events.ts";
import { unchanged } from "../platform/commit/unchanged.ts";
import { flushAfterResponse, pending } from "../platform/flush-after-response/flush-after-response.ts";
import { enqueue } from "../platform/outbox/enqueue.ts";
import { insertAccessLog } from "../risk/access-log.ts";
import { type Assessment, assessAnswer } from "../risk/assess-access.ts";
import { newAccessAttempt } from "../risk/attempt.ts";
import { scoredInvitation } from "../risk/open-invitation.ts";
import { type Answered, answered, messagesOf, rsvpEvent } from "./answered.ts";
import { type EditDecision, openOwnAnswer } from "./decide-edit.ts";
import { editedAnswer, headsOf, seatedAs } from "./rules.ts";
import type { OfferAnswer } from "./schemas.ts";
import { requireOpen } from "./validate-rsvp.ts";

type Input = OfferAnswer & { facts: RequestFacts; isShown?: boolean };
/** The answer whose seat is offered. */
type Offered = Omit<EditDecision, "answer">;

/**
 * Accepts or declines an offered seat. Declining stores a revision, but does not count as an edit of the guest. Allowed
 * for devices that may edit the RSVP, or with a nonce. Possible after the RSVP deadline, because the guest already has
 * an RSVP. Takes three round trips; the write checks the time again, and that the offer and the event are unchanged.
 * @param input.isShown whether the caller shows the invitation with the RSVP, as a page does
 * @throws AppError 404 `no_rsvp`, 403 `foreign_device` or `access_blocked`, 409 `no_offer`, `offer_expired`,
 *    `already_arrived`, `event_cancelled` or `event_over`, 429
 */
export async function answerOffer(ctx: RequestContext, link: GuestLink, input: Input): Promise<Answered> {
  const { facts, fingerprint, accept } = input;
  const attempt = newAccessAttempt(ctx, link.tokenId, { kind: "edit", facts, fingerprint });
  const offered = await openOffer(ctx, link, input);
  return assessAnswer(ctx, scoredInvitation(offered.invitation), attempt, async (assessment) => {
    const rsvp = await write(ctx, link, { ...offered, assessment, accept });
    if (rsvp !== undefined) {
      proveByNonce(ctx, offered.invitation);
      return answered(offered.invitation, { rsvp, waitlistPosition: null });
    }
    await openOffer(ctx, link, input);
    // Neither the offer nor the link is the cause: another statement of the batch failed, such as a parallel answer to
    // the offer.
    throw new AppError("rsvp_changed");
  });
}

/** Reads the RSVP with its offer. One round trip. */
async function openOffer(ctx: RequestContext, link: GuestLink, input: Input): Promise<Offered> {
  const opened = await openOwnAnswer(ctx, link, input);
  requireOfferOpen(opened, ctx.clock.now());
  return opened;
}

/** @throws AppError 409 for an offer that the guest cannot answer any more */
function requireOfferOpen({ invitation, rsvp }: Offered, now: number): void {
  if (invitation.checkedInAt !== null) throw new AppError("already_arrived");
  // The window for a no: the deadline does not matter.
  requireOpen(invitation.event, "declined", now);
  const standing = standingOfRsvp({ response: rsvp.response, seat: seatAt(rsvp, now) });
  if (standing === "unseated") throw new AppError("offer_expired");
  if (standing !== "offered") throw new AppError("no_offer");
}

/**
 * Writes one batch. Returns undefined if the offer or the event has changed since it was read and nothing was written.
 * @throws AppError as `requireOfferOpen`
 */
async function write(
  ctx: RequestContext,
  link: GuestLink,
  { assessment, accept, ...offered }: Offered & { assessment: Assessment; accept: boolean },
): Promise<Answered["rsvp"] | undefined> {
  const { db, clock } = ctx;
  const now = clock.now();
  requireOfferOpen(offered, now);
  const { invitation, rsvp } = offered;
  const { event } = invitation;
  const { eventId, guestId, offerExpiresAt: expiresAt } = rsvp;
  const target = { eventId, guestId, expiresAt, tokenId: link.tokenId, now };
  const { waitlistPosition: _, ...seat } = seatedAs(accept ? "confirmed" : null);
  const declined = editedAnswer(rsvp, { response: "declined" });
  const changes = accept ? {} : { ...declined, heads: headsOf(declined), hostChangeCount: rsvp.hostChangeCount + 1 };
  const updated = { ...rsvp, ...changes, ...seat, updatedAt: now };
  const outboxEntries = enqueue(ctx, [
    ...messagesOf(ctx, link, updated, assessment),
    ...(accept ? [] : seatsFreed(ctx, event.id, event.capacity)),
  ]);
  try {
    await runBatch(db, {
      open: abortUnless(db, sql`(${unchanged(events, { id: eventId }, event)} and ${isOfferAsRead(target)})`),
      outbox: outboxEntries.statements,
      log: insertAccessLog(db, assessment.log),
      answer: accept ? [confirmSeat(db, target)] : [insertDeclinedRevision(db, target), declineSeat(db, target)],
    });
  } catch (error) {
    if (isConstraintViolation(error)) return undefined;
    throw error;
  }
  const changed = rsvpEvent(invitation, { type: "rsvp.updated", ...updated });
  flushAfterResponse(ctx, { outboxRows: outboxEntries.rows, effects: [pending(LIVE_EVENTS, changed)] });
  return updated;
}

/** The offer that a guest answers, and the link by which. */
type OfferTarget = GuestKey & {
  tokenId: string;
  /** When the offer expires, as it was read. Epoch milliseconds, as `now`. */
  expiresAt: number | null;
  now: number;
};

/** Condition: the guest's offer is unchanged, the link is not revoked, and nobody of the party has arrived. */
function isOfferAsRead({ tokenId, ...target }: OfferTarget): SQL {
  const arrived = and(eq(checkIns.eventId, target.eventId), eq(checkIns.guestId, target.guestId));
  const isValid = and(eq(accessTokens.id, tokenId), isNull(accessTokens.revokedAt));
  return sql`exists (select 1 from ${accessTokens} where ${isValid})
    and exists (select 1 from ${rsvps} where ${isOpenOffer(target)})
    and not exists (select 1 from ${checkIns} where ${arrived})`;
}

/** Makes an offered seat the guest's own. */
function confirmSeat(db: Database, target: OfferTarget) {
  return db
    .update(rsvps)
    .set({ seat: "confirmed", waitlistedAt: null, offerExpiresAt: null, updatedAt: target.now })
    .where(isOpenOffer(target));
}

/** Stores the RSVP that declining an offer replaces. Run it before `declineSeat` in the batch. */
function insertDeclinedRevision(db: Database, target: OfferTarget) {
  const replaced = { replacedBy: "guest" as const, replacedAt: target.now };
  return insertRevisions(db, replaced, sql`from ${rsvps} where ${isOpenOffer(target)}`);
}

/** Gives an offered seat back: the guest does not come. Counts as a change, and not as one of the guest's edits. */
function declineSeat(db: Database, target: OfferTarget) {
  return db
    .update(rsvps)
    .set({
      response: "declined",
      plusOnes: 0,
      companions: [],
      answeredBy: "guest",
      heads: 0,
      seat: null,
      waitlistedAt: null,
      offerExpiresAt: null,
      hostChangeCount: sql`${rsvps.hostChangeCount} + 1`,
      updatedAt: target.now,
    })
    .where(isOpenOffer(target));
}
