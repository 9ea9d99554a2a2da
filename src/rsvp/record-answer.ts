import type { RequestContext } from "../context.ts";
import { withdrawIfOver } from "../events/seats/expire-offers.ts";
import { HOUR_MS } from "../kernel/clock.ts";
import { notFound } from "../kernel/errors.ts";
import { eventWindow } from "../kernel/event-window.ts";
import { unnotifiedReason } from "../platform/authorization/api-key.ts";
import { authorizeMember, type EventCaller } from "../platform/authorization/authorize-member.ts";
import { LostRace, retried } from "../platform/commit/commit.ts";
import { findSender } from "../sending/budgets.ts";
import { requireMaySend } from "../sending/require-sender.ts";
import { type AnswerableRow, findAnswerable } from "./record-queries.ts";
import { editedAnswer, firstAnswer } from "./rules.ts";
import type { Recording } from "./schemas.ts";
import { validateRsvpFields } from "./validate-rsvp.ts";
import { type Recorded, writeRecorded } from "./write-recorded.ts";

/** Attempts while the guest or another member changes the RSVP. */
const MAX_ATTEMPTS = 5;

/**
 * Records or corrects a guest's RSVP for the host. Absent fields stay unchanged. Allowed after the deadline, the end or
 * the cancellation of the event, for a guest without a link, and after arrival. Does not count as an edit of the guest.
 * Required questions may stay open, because the host records what is known.
 * @throws AppError 404 for a guest of another event, 400 with the invalid fields, 409 `event_full` without a waitlist
 * unless it is forced, 409 `rsvp_changed` if every retry conflicts with another write; with `notify` 403
 * `email_unverified` or `sending_paused`. A key without a scope of sending records without an email
 */
export const recordAnswer = retried(
  async (ctx: RequestContext, caller: EventCaller, guestId: string, input: Recording): Promise<Recorded> => {
    const { force = false } = input;
    const reason = input.notify ? unnotifiedReason(caller.session) : null;
    const notify = input.notify === true && reason === null;
    const { db, clock } = ctx;
    const {
      member,
      found: [guest],
      senders,
    } = await authorizeMember(ctx, caller, {
      found: findAnswerable(db, caller.eventId, guestId),
      senders: notify ? [findSender(db, caller.eventId, caller.session.userId, clock.now())] : [],
    });
    if (guest === undefined) throw notFound();
    if (guest.rsvp !== null && (await withdrawIfOver(ctx, guest.rsvp))) throw new LostRace("rsvp_changed");
    if (notify) requireMaySend(senders.flat()[0]);
    const sent = guest.rsvp === null ? firstAnswer(input) : editedAnswer(guest.rsvp, input);
    const answer = validateRsvpFields(guest, input, sent, "host");
    const notified = notify && isMailable(guest, clock.now());
    return writeRecorded(ctx, member, guest, { answer, notified, reason, force });
  },
  MAX_ATTEMPTS,
);

/**
 * True with an email address and a link, an hour after the host's last change, so that a correction sends no second
 * email. False where a confirmation would be skipped: the event is cancelled or over, or the guest was added at the
 * door.
 */
function isMailable({ guest, event, tokenId, rsvp, standing }: AnswerableRow, now: number): boolean {
  const isRecent = rsvp?.answeredBy === "host" && now - rsvp.updatedAt < HOUR_MS;
  const isToCome = event.cancelledAt === null && now < eventWindow(event).endsAt && standing !== "walk_in";
  return guest.email !== null && tokenId !== null && !isRecent && isToCome;
}
