import type * as z from "zod";
import { toWire, toWireOrNull } from "../../kernel/clock.ts";
import type { Preview } from "./preview-check-in.ts";
import type { CheckInRow, DoorSummaryRow, searchGuests } from "./queries.ts";
import type { CheckIn, CheckInPreview, DoorMatches, DoorSummary } from "./schemas.ts";

/** An arrival with the names of the guest and of who noted it. */
export interface NamedCheckIn {
  checkIn: CheckInRow;
  guestName: string;
  byName: string;
}

export function presentCheckIn({ checkIn, guestName, byName }: NamedCheckIn): z.output<typeof CheckIn> {
  return {
    id: checkIn.id,
    guest: { id: checkIn.guestId, name: guestName },
    guest_id: checkIn.guestId,
    checked_in_at: toWire(checkIn.checkedInAt),
    recorded_at: toWire(checkIn.recordedAt),
    checked_in_by: { id: checkIn.checkedInBy, name: byName },
    arrival_count: checkIn.arrivalCount,
    notes: checkIn.notes,
    walk_in: checkIn.walkIn,
  };
}

export function presentPreview(preview: Preview): z.output<typeof CheckInPreview> {
  const { guest, reasons, needsOverride, checkIn } = preview;
  const attention = reasons.length > 0 ? "attention" : "ready";
  return {
    guest: { id: guest.guest.id, name: guest.guest.name, party_size: guest.guest.partySize, notes: guest.guest.notes },
    rsvp: guest.response === null ? null : { response: guest.response, plus_ones: guest.plusOnes ?? 0 },
    expected_party_size: guest.expectedParty,
    verdict: checkIn === null ? attention : "already_checked_in",
    reasons,
    needs_override: needsOverride,
    check_in: checkIn === null ? null : presentCheckIn(checkIn),
  };
}

export function presentSummary(row: DoorSummaryRow): z.output<typeof DoorSummary> {
  return {
    arrived_headcount: row.arrivedHeadcount,
    expected_headcount: row.expectedHeadcount,
    guests_checked_in: row.guestsCheckedIn,
    guests_expected: row.guestsExpected,
    walk_ins: row.walkIns,
  };
}

export function presentMatches(rows: Awaited<ReturnType<typeof searchGuests>>): z.output<typeof DoorMatches> {
  return {
    items: rows.map((row) => ({
      guest: row.guest,
      response: row.response,
      expected_party_size: row.expectedParty,
      checked_in_at: toWireOrNull(row.checkedInAt),
    })),
  };
}
