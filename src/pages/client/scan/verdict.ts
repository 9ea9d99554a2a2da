import type { CheckIn, Problem, Reply } from "./door-api.ts";

/** The result of a scan, as it is shown. Stored with offline scans, so its fields must not be renamed. */
export interface Verdict {
  tone: "green" | "amber" | "red";
  title: string;
  detail: string;
  /** The person at the door has to decide. */
  undecided: boolean;
}

const REASONS: Record<string, string> = {
  declined: "has answered that they do not come",
  link_replaced: "shows the code of a link that was replaced since",
  maybe: "did not know yet whether to come",
  no_answer: "has not answered",
};

/** What a phone without a right is told. */
const MISSING_RIGHT: Record<string, string> = {
  scan: "This phone may not scan codes.",
  walk_in: "This phone may not let in people who aren't on the list.",
  override: "This phone may not decide this. The host has to.",
};

/** @returns null without a response */
export function verdictOf(reply: Reply<CheckIn>): Verdict | null {
  if (reply.state === "unavailable") return null;
  return reply.state === "done" ? letIn(reply.body) : refusal(reply.status, reply.problem);
}

/** The verdict of a successful check-in. */
export function letIn(checkIn: CheckIn): Verdict {
  const detail = `${people(checkIn.arrival_count)}. Welcome!`;
  return { tone: "green", title: checkIn.guest.name, detail, undecided: false };
}

/** The verdict of an error of the API. */
export function refusal(status: number, problem: Problem): Verdict {
  const red = (title: string, detail: string): Verdict => ({ tone: "red", title, detail, undecided: false });
  switch (problem.error) {
    case "already_checked_in":
      return red("Already in", problem.check_in ? arrivedBefore(problem.check_in) : problem.detail);
    case "needs_override":
      return {
        tone: "amber",
        title: "Look again",
        detail: `This guest ${reasonWords(problem.reasons)}.`,
        undecided: true,
      };
    case "door_right_missing":
      return red("Ask the host", MISSING_RIGHT[problem.right ?? ""] ?? problem.detail);
    case "door_not_open":
      return red("Too early", doorOpens(problem));
    case "invalid_qr":
      return red("Not a door code", "This code was not made by Usher.");
    case "wrong_event":
      return red("Another event", "The code is good, but for another event.");
    case "qr_expired":
      return red("Too late", "The code has expired: the event is over.");
    case "not_found":
      return red("Not on the list", "This guest was taken off the list.");
    case "validation_failed":
      return red("Not a door code", "This code was not made by Usher.");
    default:
      if (status === 401)
        return red("Link ended", "This scanner link is not valid any more. Ask the host for a new one.");
      return red("Not let in", problem.detail);
  }
}

/** Why a scanner link cannot be used at all, or null when it can: it has ended, or it is too early. */
export function linkProblem(status: number, problem: Problem): string | null {
  if (status === 401) return "This scanner link has ended. Ask the host of the event for a new one.";
  return problem.error === "door_not_open" ? doorOpens(problem) : null;
}

function doorOpens({ valid_from: from, detail }: Problem): string {
  if (from === undefined) return detail;
  const format = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
  return `This scanner link works from ${format.format(new Date(from))} on.`;
}

/** `has not answered and shows the code …`. */
export function reasonWords(reasons: readonly string[] = []): string {
  return reasons.map((reason) => REASONS[reason] ?? reason).join(" and ");
}

export function people(count: number): string {
  return count === 1 ? "One person" : `${count} people`;
}

function arrivedBefore({ guest, checked_in_at: at, checked_in_by: by, arrival_count: count }: CheckIn): string {
  return `${guest.name} came at ${clock(at)}, ${people(count).toLowerCase()}, noted by ${by.name}.`;
}

/** A time of day in this phone's locale and time zone. */
export function clock(iso: string): string {
  return new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" }).format(new Date(iso));
}
