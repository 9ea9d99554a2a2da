import type { CheckIn, DoorGuest, Problem, Reply } from "./door-api.ts";

/** The result of a scan, as it is shown. Stored with offline scans, so its fields must not be renamed. */
export interface Verdict {
  tone: "green" | "amber" | "red";
  title: string;
  detail: string;
  /** The person at the door has to decide. */
  undecided: boolean;
  /** The check-in of a party of whom more are expected. */
  partly?: CheckIn;
  /** The check-in that was recorded. */
  checkInId?: string;
}

const REASONS: Record<string, string> = {
  declined: "Replied “can't make it”.",
  link_replaced: "Old code — a newer invitation was sent.",
  waitlisted: "On the waitlist, without a seat.",
  seat_offered: "Was offered a seat and hasn't taken it yet.",
  no_seat: "Didn't take the offered seat in time.",
  maybe: "Replied “maybe”.",
  no_answer: "Hasn't replied.",
};

/** What a phone without a right is told. */
const MISSING_RIGHT: Record<string, string> = {
  scan: "This phone can't scan codes.",
  walk_in: "This phone can't add walk-ins.",
  override: "This phone can't decide this. Ask the host.",
};

/** @returns null without a response */
export function verdictOf(reply: Reply<CheckIn>): Verdict | null {
  if (reply.state === "unavailable") return null;
  return reply.state === "done" ? letIn(reply.body) : refusal(reply.status, reply.problem);
}

/** The verdict of a successful check-in. */
export function letIn(checkIn: CheckIn): Verdict {
  const { guest, arrival_count: count, remaining } = checkIn;
  const party = count === 1 ? "1 person" : `Party of ${count}`;
  const detail = [remaining > 0 ? `${party}, ${remaining} more expected` : party, ...whereAndWith(guest)].join(" · ");
  return { tone: "green", title: guest.name, detail, undecided: false, checkInId: checkIn.id };
}

/** The verdict of an error of the API. */
export function refusal(status: number, problem: Problem): Verdict {
  const red = (title: string, detail: string): Verdict => ({ tone: "red", title, detail, undecided: false });
  switch (problem.error) {
    case "already_checked_in":
      return problem.check_in ? arrivedBefore(problem.check_in) : red("Already checked in", problem.detail);
    case "event_cancelled":
      return red("Event cancelled", "This event was cancelled, so nobody can be checked in.");
    case "needs_override":
      return {
        tone: "amber",
        title: "Check first",
        detail: reasonWords(problem.reasons),
        undecided: true,
      };
    case "door_right_missing":
      return red("Ask the host", MISSING_RIGHT[problem.right ?? ""] ?? problem.detail);
    case "undo_not_allowed":
      return red("Too late to undo", "Ask the host.");
    case "door_not_open":
      return red("Too early", doorOpens(problem));
    case "invalid_qr":
      return red("Not an event pass", "We don't recognise this code.");
    case "wrong_event":
      return red("Wrong event", "This pass is for another event.");
    case "qr_expired":
      return red("Pass expired", "The event is over.");
    case "not_found":
      return red("Not on the list", "This guest is no longer on the list.");
    case "validation_failed":
      return red("Not an event pass", "We don't recognise this code.");
    default:
      if (status === 401) return red("Scanner link expired", "Ask the host for a new one.");
      return red("Not checked in", problem.detail);
  }
}

/** Why a scanner link cannot be used at all, or null when it can: it has ended, or it is too early. */
export function linkProblem(status: number, problem: Problem): string | null {
  if (status === 401) return "This scanner link has expired. Ask the host for a new one.";
  return problem.error === "door_not_open" ? doorOpens(problem) : null;
}

function doorOpens({ valid_from: from, detail }: Problem): string {
  if (from === undefined) return detail;
  const format = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
  return `This scanner link works from ${format.format(new Date(from))} on.`;
}

/** The reasons as sentences. */
export function reasonWords(reasons: readonly string[] = []): string {
  return reasons.map((reason) => REASONS[reason] ?? reason).join(" ");
}

export function people(count: number): string {
  return count === 1 ? "1 person" : `${count} people`;
}

/** Where a party sits, who is in it, and what the host has noted about it. */
export function whereAndWith({ table, companions, tags = [] }: DoorGuest): string[] {
  const names = companions.length > 0 ? `with ${companions.join(", ")}` : "";
  return [tableText(table), names, tags.join(", ")].filter(Boolean);
}

/** `Table 7`, also where the host has written only the number, and in one line. Empty for none. */
export function tableText(table: string | null): string {
  return table !== null && /^\d+$/.test(table) ? `Table\u00a0${table}` : (table ?? "").replaceAll(" ", "\u00a0");
}

/** Red when all of the party are in, amber while more are expected. */
function arrivedBefore(checkIn: CheckIn): Verdict {
  const { guest, checked_in_at: at, checked_in_by: by, arrival_count: count, remaining } = checkIn;
  const when = `Checked in at ${clock(at)} by ${by.name} (${people(count)})`;
  if (remaining === 0) {
    return { tone: "red", title: "Already checked in", detail: `${guest.name}. ${when}.`, undecided: false };
  }
  const detail = [when, `${remaining} more expected`, ...whereAndWith(guest)].join(" · ");
  return { tone: "amber", title: guest.name, detail, undecided: false, partly: checkIn };
}

/** A time of day in this phone's locale and time zone. */
export function clock(iso: string): string {
  return new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" }).format(new Date(iso));
}
