import { shiftMoment } from "../../kernel/clock.ts";
import type { EventRow } from "../queries.ts";
import type { GuestRow } from "./queries.ts";

/** What a request says of the copy. `eventDate` in epoch milliseconds. */
export interface CopyInput {
  name: string;
  eventDate: number;
}

/**
 * The copy of an event: its settings, with every time moved by as much as the event. It takes place, whatever became of the
 * other one, and replies go to nobody yet: whose address it is was proved to another host, maybe.
 */
export function copiedEvent(
  source: EventRow,
  { name, eventDate }: CopyInput,
  own: Pick<EventRow, "id" | "hostId" | "createdAt">,
): EventRow {
  const shift = eventDate - source.eventDate;
  const moved = (moment: number | null) => (moment === null ? null : shiftMoment(moment, shift));
  return {
    ...source,
    ...own,
    name,
    eventDate,
    endTime: moved(source.endTime),
    rsvpDeadline: moved(source.rsvpDeadline),
    doorOpensAt: moved(source.doorOpensAt),
    calendarSequence: 0,
    cancelledAt: null,
    cancelMessage: null,
    replyTo: null,
    replyToVerifiedAt: null,
    updatedAt: own.createdAt,
    deletedAt: null,
  };
}

/** Guests of the copy: what the host knows of them, and nothing that they did or were sent. */
export function copiedGuests(
  rows: readonly GuestRow[],
  { id: eventId, createdAt }: Pick<EventRow, "id" | "createdAt">,
  ids: readonly string[],
): GuestRow[] {
  return rows.map((row, index) => ({
    ...row,
    eventId,
    id: ids[index] ?? row.id,
    ...{
      invitedAt: null,
      openedAt: null,
      mailedAt: null,
      deliveryStatus: null,
      deliveryReason: null,
      deliveryAt: null,
      codeAskedAt: null,
    },
    createdAt,
    updatedAt: createdAt,
  }));
}
