import type * as z from "zod";
import { toWire, toWireOrNull } from "../kernel/clock.ts";
import type { GuestRow } from "./queries.ts";
import type { Guest } from "./schemas.ts";

/** The wire form of a guest. */
export function presentGuest(row: GuestRow): z.output<typeof Guest> {
  return {
    id: row.id,
    event_id: row.eventId,
    name: row.name,
    email: row.email,
    phone: row.phone,
    party_size: row.partySize,
    notes: row.notes,
    tags: row.tags,
    table: row.tableName,
    external_id: row.externalId,
    locale: row.locale,
    companions: row.companions,
    rsvp: row.rsvp && {
      response: row.rsvp.response,
      plus_ones: row.rsvp.plusOnes,
      companions: row.rsvp.companions,
      answers: row.rsvp.answers,
      answered_by: row.rsvp.answeredBy,
      seat: row.rsvp.seat,
      waitlist_position: row.waitlistPosition,
      offer_expires_at: toWireOrNull(row.rsvp.offerExpiresAt),
      submitted_at: toWire(row.rsvp.submittedAt),
      edit_count: row.rsvp.editCount,
    },
    invited_at: toWireOrNull(row.invitedAt),
    opened_at: toWireOrNull(row.openedAt),
    checked_in_at: toWireOrNull(row.checkedInAt),
    delivery: {
      status: row.deliveryStatus ?? "none",
      channel: row.deliveryStatus === null ? null : "email",
      at: toWireOrNull(row.deliveryAt),
      reason: row.deliveryReason,
    },
    ask_for_code: row.askForCode,
    sms_opted_out: row.smsOptedOut,
    created_at: toWire(row.createdAt),
    updated_at: toWire(row.updatedAt),
  };
}
