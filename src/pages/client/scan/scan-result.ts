import type { Match, Problem, Reply } from "./door-api.ts";
import { type CheckIn, type DoorGuest, doorOf } from "./guest-shapes.ts";
import { standingLook } from "./standing-words.ts";
import { clock, day, isEnglish, type Key, names, t } from "./texts.ts";

/** The displayed result of a scan. Stored with offline scans, so its fields must not be renamed. */
export interface ScanResult {
  tone: "green" | "amber" | "red";
  title: string;
  detail: string;
  /** The person at the door has to decide. */
  undecided: boolean;
  /** The check-in of a party that expects more people. */
  partly?: CheckIn;
  recorded?: CheckIn;
  /** The check-in of a complete party, which may have brought more people. */
  inside?: CheckIn;
  /** The guests who may be the walk-in. Empty: this phone may not see them. */
  namesakes?: Match[];
  /** Another phone checked the same guest in while this one had no network. */
  isConflict?: true;
}

const REASONS: Record<string, Key> = {
  declined: "declined",
  link_replaced: "link-replaced",
  waitlisted: "waitlisted",
  seat_offered: "seat-offered",
  no_seat: "no-seat",
  maybe: "said-maybe",
  no_answer: "no-answer",
  reply_undone: "reply-undone",
};

/** Texts for a phone without a right, by right. */
const MISSING_RIGHT: Record<string, Key> = {
  scan: "cannot-scan",
  walk_in: "cannot-walk-in",
  override: "cannot-decide",
};

/** Errors with one title and one text. */
const REFUSALS: Record<string, readonly [title: Key, detail: Key]> = {
  event_cancelled: ["cancelled-title", "cancelled"],
  undo_not_allowed: ["undo-late", "ask-the-host"],
  invalid_qr: ["not-pass-title", "not-pass"],
  wrong_event: ["wrong-event-title", "wrong-event"],
  qr_expired: ["expired-title", "expired"],
  not_found: ["not-listed-title", "not-listed"],
  validation_failed: ["not-pass-title", "not-pass"],
};

/** @returns null without a response */
export function verdictOf(reply: Reply<CheckIn>): ScanResult | null {
  if (reply.state === "unavailable") return null;
  return reply.state === "done" ? admittedResult(reply.body) : refusal(reply.status, reply.problem);
}

/** Returns the result of a successful check-in. */
export function admittedResult(checkIn: CheckIn): ScanResult {
  const { guest, arrival_count: count, remaining } = checkIn;
  const party = t("party", { count });
  const who = remaining > 0 ? t("party-remaining", { party, remaining }) : party;
  const detail = [who, ...tableAndParty(guest)].join(" · ");
  return { tone: "green", title: guest.name, detail, undecided: false, recorded: checkIn };
}

/** Returns the result of an error of the API. */
export function refusal(status: number, problem: Problem): ScanResult {
  const red = (title: Key, detail: string): ScanResult => ({ tone: "red", title: t(title), detail, undecided: false });
  const [title, detail] = REFUSALS[problem.error] ?? [];
  if (title !== undefined && detail !== undefined) return red(title, t(detail));
  switch (problem.error) {
    case "already_checked_in":
      return problem.check_in ? arrivedBefore(problem.check_in) : red("already-title", apiWords(problem));
    case "needs_override":
      return { tone: "amber", title: t("check-first"), detail: reasonWords(problem.reasons), undecided: true };
    case "name_on_list":
      return sameName(problem.matches ?? []);
    case "door_right_missing": {
      const missing = MISSING_RIGHT[problem.right ?? ""];
      return red("ask-host", missing === undefined ? apiWords(problem) : t(missing));
    }
    case "door_not_open":
      return red("too-early", doorOpens(problem));
    default:
      if (status === 401) return red("link-expired-title", t("ask-new-link"));
      return red("not-checked-in", apiWords(problem));
  }
}

/** Returns the API's text on an English page, and a general text in other languages. */
function apiWords({ detail }: Problem): string {
  return isEnglish ? detail : t("try-again-later");
}

/** Returns the result for a guest whom another phone also checked in; null if the API does not return that check-in. */
export function elsewhere({ check_in: checkIn, door }: Problem): ScanResult | null {
  if (checkIn === undefined) return null;
  const time = clock(checkIn.checked_in_at);
  const detail = door ? t("elsewhere-door", { door, time }) : t("elsewhere", { by: checkIn.checked_in_by_name, time });
  return { tone: "amber", title: checkIn.guest.name, detail, undecided: false, isConflict: true };
}

/**
 * Returns why a scanner link is unusable: it was revoked, it expired, or the door is not open. Null if it is usable.
 */
export function linkProblem(status: number, problem: Problem): string | null {
  if (status === 401) return t("link-expired");
  return problem.error === "door_not_open" ? doorOpens(problem) : null;
}

function doorOpens(problem: Problem): string {
  const { valid_from: from } = problem;
  return from === undefined ? apiWords(problem) : t("opens", { day: day(from), time: clock(from) });
}

/** The reasons as sentences. */
export function reasonWords(reasons: readonly string[] = []): string {
  return reasons
    .map((reason) => {
      const key = REASONS[reason];
      return key === undefined ? reason : t(key);
    })
    .join(" ");
}

/** Returns a party's table, companions and tags. */
export function tableAndParty({ table, companions, tags = [] }: DoorGuest): string[] {
  const others = companions.length > 0 ? t("with", { names: names(companions) }) : "";
  return [tableText(table), others, tags.join(", ")].filter(Boolean);
}

/** Characters of a table's name that fit in one line of the narrowest phone. */
const MAX_UNBROKEN = 24;

/** `Table 7`, also where the host has written only the number, and in one line if it is short. Empty for none. */
export function tableText(table: string | null): string {
  const text = table !== null && /^\d+$/.test(table) ? t("table", { number: table }) : (table ?? "");
  return text.length > MAX_UNBROKEN ? text : text.replaceAll(" ", "\u00a0");
}

/** Names the scanner: the device, then the member who paired it, or the member. */
function scannedBy(checkIn: CheckIn): string {
  const door = doorOf(checkIn);
  const by = checkIn.checked_in_by_name;
  return door === null ? by : t("scanned-by", { door, by });
}

/** Asks whether a walk-in is someone on the list. */
export function sameName(namesakes: Match[]): ScanResult {
  const [first, ...others] = namesakes;
  const title = first === undefined ? t("same-name-unseen") : t("same-name", { name: nameOf(first) });
  const detail = first !== undefined && others.length === 0 ? aboutMatch(first) : "";
  return { tone: "amber", title, detail, undecided: true, namesakes };
}

/** The person whom a search has found: the guest, or a companion and whose party it is. */
export function nameOf({ guest, matched_companion: companion }: Match): string {
  return companion === null ? guest.name : t("companion-of", { companion, guest: guest.name });
}

/** Details that tell guests of one name apart: table, companions, tags, last digits of the phone number. */
export function tellApart({ guest, phone_ending: digits = null }: Match): string[] {
  return digits === null ? tableAndParty(guest) : [...tableAndParty(guest), t("phone-ending", { digits })];
}

/** The standing of a guest or the arrival, and what tells apart guests of one name. */
export function aboutMatch(match: Match): string {
  return [stateOf(match).text, ...tellApart(match)].join(" · ");
}

/** The standing of a guest at the door, or the arrival, with its colour. */
export function stateOf({ standing, checked_in_at: since }: Match): { text: string; tone: string } {
  if (since !== null) return { text: t("checked-in-at", { time: clock(since) }), tone: "green" };
  const { words, tone } = standingLook(standing);
  return { text: t(words), tone };
}

/** Red when all of the party are in, amber while more are expected. */
export function arrivedBefore(checkIn: CheckIn): ScanResult {
  const { guest, checked_in_at: at, arrival_count: count, remaining } = checkIn;
  const when = { time: clock(at), by: scannedBy(checkIn), people: t("people", { count }) };
  if (remaining === 0) {
    const detail = t("already", { name: guest.name, ...when });
    return { tone: "red", title: t("already-title"), detail, undecided: false, inside: checkIn };
  }
  const detail = [t("arrived-before", when), t("remaining", { remaining }), ...tableAndParty(guest)].join(" · ");
  return { tone: "amber", title: guest.name, detail, undecided: false, partly: checkIn };
}
