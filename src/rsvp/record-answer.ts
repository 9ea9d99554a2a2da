import type { RequestContext } from "../context.ts";
import { one } from "../db/one.ts";
import { withdrawIfOver } from "../events/seats/expire-offers.ts";
import { HOUR_MS } from "../kernel/clock.ts";
import { notFound } from "../kernel/errors.ts";
import { eventWindow } from "../kernel/event-window.ts";
import { authorizeMember, type EventCaller } from "../platform/authorization/authorize-member.ts";
import { LostRace, retried } from "../platform/commit/commit.ts";
import { type NotNotifiedReason, notifyGuest, notifyReads, notNotified, reserveOne } from "../sending/notify.ts";
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
 * unless it is forced, 409 `rsvp_changed` if every retry conflicts with another write
 */
export const recordAnswer = retried(
  async (ctx: RequestContext, caller: EventCaller, guestId: string, input: Recording): Promise<Recorded> => {
    const { force = false } = input;
    const notify = input.notify === true;
    const { db, clock } = ctx;
    const { member, guest, ...sending } = await authorizeMember(ctx, caller, {
      guest: one(findAnswerable(db, caller.eventId, guestId)),
      ...notifyReads(db, { eventId: caller.eventId, guestId }, caller.session.userId, clock.now(), notify),
    });
    if (guest === undefined) throw notFound();
    if (guest.rsvp !== null && (await withdrawIfOver(ctx, guest.rsvp))) throw new LostRace("rsvp_changed");
    const sent = guest.rsvp === null ? firstAnswer(input) : editedAnswer(guest.rsvp, input);
    const answer = validateRsvpFields(guest, input, sent, "host");
    const now = clock.now();
    const unfit = notify ? unfitReason(guest, now) : "not_requested";
    const notice = unfit === null ? notifyGuest(caller.session, sending) : notNotified(unfit);
    return writeRecorded(ctx, member, guest, {
      answer,
      notice,
      mail: reserveOne(db, member, sending, notice, now),
      force,
    });
  },
  MAX_ATTEMPTS,
);

/**
 * Returns why a confirmation would not suit the guest, or null: it would be skipped, or the host changed the RSVP less
 * than an hour ago, so that a correction sends no second email.
 */
function unfitReason({ guest, event, tokenId, rsvp, standing }: AnswerableRow, now: number): NotNotifiedReason | null {
  if (guest.email === null) return "no_address";
  if (tokenId === null) return "no_link";
  if (event.cancelledAt !== null) return "event_cancelled";
  if (now >= eventWindow(event).endsAt) return "event_over";
  if (standing === "walk_in") return "walk_in";
  return rsvp?.answeredBy === "host" && now - rsvp.updatedAt < HOUR_MS ? "too_soon" : null;
}
