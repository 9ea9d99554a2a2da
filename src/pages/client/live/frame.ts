interface Common {
  at: string;
  /** The number of the frame; missing in the activity list. */
  sequence?: number;
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

type ChallengeType = "challenge.sent" | "challenge.passed" | "challenge.failed";

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
    | { type: "check_in.arrived"; check_in_id: string; arrival_id: string; arrival_count: number; total_count: number }
    | { type: "check_in.undone"; check_in_id: string }
    | { type: ChallengeType; challenge_id: string; channel: "email" | "sms" }
    | { type: "access.reported"; access_log_id: string; answer: "restored" | "unchanged" | "kept" }
    | { type: "waitlist.offered"; rsvp_id: string; heads: number; offer_expires_at: string }
  );

/** Whether the feed has words for it: the channel carries more than the feed shows. */
export function isShown(frame: { type: string }): frame is Frame {
  return !/^(guest|invitation|activity)\./.test(frame.type);
}

/** Identifies an activity: the same key from the WebSocket and the activity list. */
export function frameKey(frame: Frame): string {
  switch (frame.type) {
    case "access.scored":
    case "access.reported":
      return `${frame.type} ${frame.access_log_id}`;
    case "challenge.sent":
    case "challenge.passed":
    case "challenge.failed":
      return `${frame.type} ${frame.challenge_id}`;
    case "rsvp.submitted":
      return `${frame.type} ${frame.rsvp_id}`;
    case "rsvp.updated":
      // A host's change of an answer has the number of the edit before it.
      return `${frame.type} ${frame.rsvp_id} ${frame.edit_count} ${frame.at}`;
    case "check_in.arrived":
      return `${frame.type} ${frame.arrival_id}`;
    case "waitlist.offered":
      return `${frame.type} ${frame.rsvp_id} ${frame.offer_expires_at}`;
    case "event.updated":
    case "event.cancelled":
      return `${frame.type} ${frame.at}`;
    default:
      return `${frame.type} ${frame.check_in_id}`;
  }
}

const ANSWERS = { attending: "is coming", declined: "can't make it", maybe: "said maybe" };
const CHANGES = { attending: "changed to coming", declined: "changed to can't make it", maybe: "changed to maybe" };
const OPENED = { access: "opened the invitation", rsvp: "replied", edit: "changed their reply" };
const ATTEMPTED = { access: "open", rsvp: "reply with", edit: "change the reply of" };
/** The engine's reasons, as hosts read them. */
const REASONS: Record<string, string> = {
  automated_fetch: "email scanner",
  device_mismatch: "another kind of device",
  new_device: "new device",
  ip_change: "new network",
  geo_jump: "far from last time",
  missing_signals: "unusual browser",
  repeated_access: "opened many times",
};

/** A frame as a sentence. The name, where it begins with it, is apart, to be emphasized. */
export function sentenceOf(frame: Frame): { name: string; rest: string } {
  const name = "guest" in frame ? frame.guest.name : "The event";
  if (frame.type === "access.scored" && !frame.automated && frame.risk === "block") {
    return { name: "", rest: `Blocked: someone tried to ${ATTEMPTED[frame.kind]} ${name}'s link` };
  }
  return { name, rest: factOf(frame) };
}

function factOf(frame: Frame): string {
  switch (frame.type) {
    case "event.updated":
      return frame.changed.includes("status") ? " is on again" : " was changed";
    case "event.cancelled":
      return " was cancelled";
    case "access.scored":
      return frame.automated ? ": link opened by an email scanner" : ` ${OPENED[frame.kind]}`;
    case "rsvp.submitted":
      return ` ${ANSWERS[frame.response]}${companions(frame)}`;
    case "rsvp.updated":
      return ` ${CHANGES[frame.response]}${companions(frame)}`;
    case "check_in.recorded":
      return ` checked in${frame.arrival_count > 1 ? `, party of ${frame.arrival_count}` : ""}${frame.walk_in ? " (walk-in)" : ""}`;
    case "check_in.arrived":
      return `: ${frame.arrival_count} more arrived, ${frame.total_count} in`;
    case "check_in.undone":
      return ": check-in undone";
    case "challenge.sent":
      return ` was sent a code by ${frame.channel === "sms" ? "text" : "email"}`;
    case "challenge.passed":
      return " entered the code: it's them";
    case "challenge.failed":
      return ": someone entered too many wrong codes";
    case "access.reported":
      return ` says someone else used the link${frame.answer === "restored" ? ". Their RSVP is back to what it was" : ""}`;
    case "waitlist.offered":
      return ` was offered ${frame.heads === 1 ? "a seat" : `${frame.heads} seats`}`;
  }
}

/** One of the engine's reasons for a score. */
export function reasonText(reason: string): string {
  return REASONS[reason] ?? reason.replaceAll("_", " ");
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
  return response === "declined" || count === 0 ? "" : ` + ${count}`;
}
