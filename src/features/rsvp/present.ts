import type * as z from "zod";
import { toWire, toWireOrNull } from "../../kernel/clock.ts";
import type { DoorCode } from "../checkin/door-code.ts";
import type { Answered } from "./answered.ts";
import type { RevisionRow, RsvpRow } from "./queries.ts";
import type { AnsweredRsvp, GuestDoorCode, GuestRsvp, RsvpRevision } from "./schemas.ts";

/** @param waitlistPosition the place in the line: 1 is next */
export function presentRsvp(row: RsvpRow, waitlistPosition: number | null): z.output<typeof GuestRsvp> {
  return {
    id: row.id,
    guest_id: row.guestId,
    response: row.response,
    plus_ones: row.plusOnes,
    ...presentParty(row),
    seat: row.seat,
    waitlist_position: waitlistPosition,
    offer_expires_at: toWireOrNull(row.offerExpiresAt),
    submitted_at: toWire(row.submittedAt),
    edit_count: row.editCount,
  };
}

export function presentDoorCode(code: DoorCode): z.output<typeof GuestDoorCode> {
  return { qr_token: code.token, qr_png: code.png };
}

export function presentAnswered(answered: Answered): z.output<typeof AnsweredRsvp> {
  return {
    ...presentRsvp(answered.rsvp, answered.waitlistPosition),
    ...(answered.doorCode ? { check_in: presentDoorCode(answered.doorCode) } : {}),
  };
}

export function presentRevision(row: RevisionRow): z.output<typeof RsvpRevision> {
  return {
    revision: row.revision,
    response: row.response,
    plus_ones: row.plusOnes,
    ...presentParty(row),
    seat: row.seat,
    replaced_at: toWire(row.replacedAt),
    replaced_by: row.replacedBy,
  };
}

function presentParty({ companions, answers, answeredBy }: Pick<RsvpRow, "companions" | "answers" | "answeredBy">) {
  return { companions, answers, answered_by: answeredBy };
}
