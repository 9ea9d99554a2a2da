import type { Guest } from "@usher/client";
import type { GuestFilter } from "../guests/filter.ts";

/** `new`: who has had no mail and has not seen the invitation; `again`: whose mail did not arrive. */
export type Who = "new" | "chosen" | "again";

const FILTERS: Record<Who, GuestFilter> = {
  new: { delivery: "none", sort: "name" },
  chosen: { sort: "name" },
  again: { delivery: "undelivered", sort: "name" },
};

/** What the list of guests is asked for. */
export function filterOf(who: Who): GuestFilter {
  return FILTERS[who];
}

/** Which of the guests found are sent to. */
export function isAmong(who: Who, chosen: readonly string[] = []): (guest: Guest) => boolean {
  if (who === "again") return () => true;
  if (who === "new") return ({ rsvp, opened_at }) => rsvp === null && opened_at === null;
  const ids = new Set(chosen);
  return ({ id }) => ids.has(id);
}
