import type { GuestCounts, paths } from "@usher/client";
import { STANDINGS, type Standing } from "../../../../src/kernel/rsvp.ts";

type Query = NonNullable<paths["/events/{eventId}/guests"]["get"]["parameters"]["query"]>;
type Flag = "invited" | "opened" | "checked_in";

/** The filter and order of the list, as the search part of its URL. Empty: all guests, newest first. */
export type GuestFilter = Omit<Query, Flag | "standing" | "limit" | "cursor"> & { [F in Flag]?: boolean } & {
  standing?: Standing;
};

export const SORTS = ["-created_at", "created_at", "name", "-name", "-responded_at", "-opened_at"] as const;
export const RESPONSES = ["attending", "maybe", "declined", "pending"] as const;
export const DELIVERIES = [
  "none",
  "queued",
  "sent",
  "delivered",
  "undelivered",
  "bounced",
  "complained",
  "suppressed",
  "failed",
] as const;
export const SEATS = ["confirmed", "waitlisted", "offered", "none"] as const;

/** The states that are counted above the list; each is a filter. */
export const STATES = {
  all: {},
  coming: { standing: "coming" },
  maybe: { standing: "maybe" },
  declined: { standing: "declined" },
  silent: { standing: "silent" },
  waitlisted: { standing: "waitlisted" },
  offered: { standing: "offered" },
  unseated: { standing: "unseated" },
  not_invited: { standing: "not_invited" },
  walk_in: { standing: "walk_in" },
  undelivered: { delivery: "undelivered" },
  "checked-in": { checked_in: true },
} as const satisfies Record<string, GuestFilter>;
export type State = keyof typeof STATES;

const STATE_KEYS = ["standing", "response", "invited", "seat", "delivery", "checked_in"] as const;

/** Reads the search part of a URL. Drops unknown values. */
export function readFilter(search: Record<string, unknown>): GuestFilter {
  const text = (key: string) => {
    const value = search[key];
    return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
  };
  const oneOf = <Value extends string>(key: string, values: readonly Value[]) =>
    values.find((value) => value === search[key]);
  const flag = (key: Flag) => (typeof search[key] === "boolean" ? search[key] : undefined);
  return defined({
    q: text("q"),
    standing: oneOf("standing", STANDINGS),
    response: oneOf("response", RESPONSES),
    delivery: oneOf("delivery", DELIVERIES),
    tag: text("tag"),
    table: text("table"),
    invited: flag("invited"),
    opened: flag("opened"),
    checked_in: flag("checked_in"),
    seat: oneOf("seat", SEATS),
    sort: oneOf("sort", SORTS),
  });
}

/** Returns the API's query of a filter. */
export function queryOf({ invited, opened, checked_in, standing, ...rest }: GuestFilter): Query {
  const word = (flag: boolean | undefined) => (flag === undefined ? undefined : flag ? "true" : "false");
  return defined({
    ...rest,
    invited: word(invited),
    opened: word(opened),
    checked_in: word(checked_in),
    standing: standing === undefined ? undefined : [standing],
  });
}

/** Returns the counted state that a filter selects, or null. Ignores search and order. */
export function stateOf(filter: GuestFilter): State | null {
  const found = (Object.keys(STATES) as State[]).find((state) => {
    const wanted: GuestFilter = STATES[state];
    return STATE_KEYS.every((key) => wanted[key] === filter[key]);
  });
  return found ?? null;
}

/** Returns a filter with another state, and unchanged search, tag, table and order. */
export function withState(filter: GuestFilter, state: State): GuestFilter {
  const rest = Object.entries(filter).filter(([key]) => !STATE_KEYS.some((stated) => stated === key));
  return { ...Object.fromEntries(rest), ...STATES[state] };
}

/** Returns the number of guests with a state: the rows of its list. */
export function countOf(counts: GuestCounts, state: State): number {
  switch (state) {
    case "all":
      return counts.guests;
    case "undelivered":
      return counts.undelivered;
    case "checked-in":
      return counts.checked_in;
    default:
      return counts.standings[state];
  }
}

/** Returns the number of guests of a filter if it is a counted state, else null. */
export function expectedTotal(filter: GuestFilter, counts: GuestCounts | undefined): number | null {
  const state = stateOf(filter);
  const isNarrowed = [filter.q, filter.tag, filter.table, filter.opened].some((value) => value !== undefined);
  return counts === undefined || state === null || isNarrowed ? null : countOf(counts, state);
}

/** Counts the conditions of a filter other than the counted state and the search. */
export function furtherConditions(filter: GuestFilter): number {
  const isStated = stateOf(filter) !== null;
  const keys = ["tag", "table", "opened", ...(isStated ? [] : STATE_KEYS)] as const;
  return keys.filter((key) => filter[key] !== undefined).length;
}

function defined<T extends object>(values: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}
