interface Common {
  at: string;
  /** The number of the frame; missing in the activity list. */
  seq?: number;
}

interface OfGuest extends Common {
  guest: { id: string; name: string };
}

export type Band = "low" | "medium" | "high" | "block";
type Response = "attending" | "declined" | "maybe";

/** An activity, from the WebSocket or the activity list. */
export type Frame = GuestFrame | EventFrame;

/** What became of the event itself. */
type EventFrame = Common &
  ({ type: "event.updated"; changed: string[] } | { type: "event.cancelled"; message: string | null });

type GuestFrame = OfGuest &
  (
    | {
        type: "access.scored";
        access_log_id: string;
        kind: "access" | "rsvp" | "edit";
        score: number;
        risk: Band;
        reasons: string[];
        automated: boolean;
        geo_country: string | null;
        geo_city: string | null;
        geo_lat: number | null;
        geo_lon: number | null;
      }
    | { type: "rsvp.submitted"; rsvp_id: string; response: Response; plus_ones: number }
    | { type: "rsvp.updated"; rsvp_id: string; response: Response; plus_ones: number; edit_count: number }
    | { type: "check_in.recorded"; check_in_id: string; arrival_count: number; walk_in: boolean }
    | { type: "check_in.undone"; check_in_id: string }
  );

/** Identifies an activity: the same key from the WebSocket and the activity list. */
export function frameKey(frame: Frame): string {
  switch (frame.type) {
    case "access.scored":
      return `${frame.type} ${frame.access_log_id}`;
    case "rsvp.submitted":
      return `${frame.type} ${frame.rsvp_id}`;
    case "rsvp.updated":
      // A host's change of an answer has the number of the edit before it.
      return `${frame.type} ${frame.rsvp_id} ${frame.edit_count} ${frame.at}`;
    case "event.updated":
    case "event.cancelled":
      return `${frame.type} ${frame.at}`;
    default:
      return `${frame.type} ${frame.check_in_id}`;
  }
}

const ANSWERS = { attending: "comes", declined: "does not come", maybe: "does not know yet" };
const OPENED = { access: "opened the invitation", rsvp: "sent an answer", edit: "sent a change" };

/** Whom a frame is about, the beginning of its sentence. */
export function subjectOf(frame: Frame): string {
  return "guest" in frame ? frame.guest.name : "The event";
}

/** A frame as a sentence, without its beginning, see `subjectOf`. */
export function sentenceOf(frame: Frame): string {
  switch (frame.type) {
    case "event.updated":
      return frame.changed.includes("status") ? " is on again" : " was changed";
    case "event.cancelled":
      return " was cancelled";
    case "access.scored":
      return frame.automated ? `: a program looked at the invitation` : ` ${OPENED[frame.kind]}`;
    case "rsvp.submitted":
      return ` ${ANSWERS[frame.response]}${companions(frame)}`;
    case "rsvp.updated":
      return ` now ${ANSWERS[frame.response]}${companions(frame)}`;
    case "check_in.recorded":
      return ` is in${frame.arrival_count > 1 ? `, ${frame.arrival_count} people` : ""}${frame.walk_in ? " (walk-in)" : ""}`;
    case "check_in.undone":
      return " is not in after all";
  }
}

/** Where an access came from: city and country, else the position to a degree, or null where unknown. */
export function placeOf(frame: Frame): string | null {
  if (frame.type !== "access.scored") return null;
  const named = [frame.geo_city, frame.geo_country].filter(Boolean).join(", ");
  if (named !== "" || frame.geo_lat === null || frame.geo_lon === null) return named || null;
  return `${degrees(frame.geo_lat, "N", "S")}, ${degrees(frame.geo_lon, "E", "W")}`;
}

function degrees(value: number, positive: string, negative: string): string {
  return `${Math.round(Math.abs(value))}° ${value < 0 ? negative : positive}`;
}

function companions({ response, plus_ones: count }: { response: Response; plus_ones: number }): string {
  return response === "declined" || count === 0 ? "" : `, with ${count} more`;
}
