import { toWire } from "../../kernel/clock.ts";
import type { PendingLiveEvent } from "../monitor/publish-live-events.ts";
import type { AnswerBefore } from "../rsvp/answer-before.ts";
import type { ReportedRow } from "./queries.ts";

/** The live event of a report. The answer that it brought back is read again by who shows it. */
export function reportEvents(found: ReportedRow, { status }: AnswerBefore, at: number): PendingLiveEvent[] {
  const { event, guest, access } = found;
  return [
    {
      eventId: event.id,
      event: {
        type: "access.reported",
        at: toWire(at),
        guest: { id: guest.id, name: guest.name },
        access_log_id: access.id,
        answer: status,
      },
    },
  ];
}
