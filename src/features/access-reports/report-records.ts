import type { BusMessage } from "../../../proto/bus/messages.ts";
import type { AnswerBefore } from "../rsvp/answer-before.ts";
import type { ReportedRow } from "./queries.ts";

/** The guest's own verdict on the access. */
export function verdictOn({ event, access }: ReportedRow, markedAt: number) {
  const verdict = "suspicious" as const;
  return { accessLogId: access.id, eventId: event.id, verdict, note: null, markedBy: null, markedAt };
}

/** The guest's own doing, in the log of the host. */
export function auditOf(
  { event, guest, access }: ReportedRow,
  { status }: AnswerBefore,
  isRotated: boolean,
  at: number,
) {
  return {
    eventId: event.id,
    actorId: event.hostId,
    actorKind: "guest" as const,
    action: "access.reported" as const,
    target: guest.id,
    before: null,
    after: { access_log_id: access.id, by: "guest", answer: status, link_rotated: isRotated },
    at,
  };
}

/** The guest asked for this mail: limits on invitations are not about it. */
export function requested(message: BusMessage): BusMessage {
  if (message.type !== "invitation.send") return message;
  return { ...message, body: { ...message.body, requested: true as const } };
}

/** What the engine is told of the access. */
export function confirmationOf({ event, guest, access }: ReportedRow) {
  return { event_id: event.id, guest_id: guest.id, access_log_id: access.id, kind: "suspicious" as const };
}
