import type { Guest } from "@usher/client";
import type { GuestFilter } from "../guests/filter.ts";

/** Whom a message can be for, beside the guests with a tag (`tag:…`) and those who were chosen (`chosen`). */
export const AUDIENCES = [
  "everyone",
  "attending",
  "pending",
  "maybe",
  "declined",
  "attending_and_pending",
  "attending_and_maybe",
  "pending_and_maybe",
  "unopened",
  "undelivered",
  "waitlisted",
  "checked_in",
  "not_arrived",
] as const;
export type NamedAudience = (typeof AUDIENCES)[number];

const TAG = "tag:";

const FILTERS: Record<NamedAudience, GuestFilter> = {
  everyone: {},
  attending: { response: "attending" },
  pending: { response: "pending" },
  maybe: { response: "maybe" },
  declined: { response: "declined" },
  // No filter of the list has two: `isAmong` leaves out the others.
  attending_and_pending: {},
  attending_and_maybe: {},
  pending_and_maybe: {},
  unopened: { invited: true, opened: false },
  undelivered: { delivery: "undelivered" },
  waitlisted: { seat: "waitlisted" },
  checked_in: { checked_in: true },
  not_arrived: { response: "attending", checked_in: false },
};

export function isNamed(audience: string): audience is NamedAudience {
  return (AUDIENCES as readonly string[]).includes(audience);
}

/** The tag of an audience, or null for another one. */
export function tagOf(audience: string): string | null {
  return audience.startsWith(TAG) ? audience.slice(TAG.length) : null;
}

/** What the list of guests is asked for, to find an audience. */
export function filterOf(audience: string): GuestFilter {
  const tag = tagOf(audience);
  const filter = tag === null ? (isNamed(audience) ? FILTERS[audience] : {}) : { tag };
  return { ...filter, sort: "name" };
}

/** Which of the guests found are in an audience. @param chosen the ids of those who were named, for `chosen` */
export function isAmong(audience: string, chosen: readonly string[]): (guest: Guest) => boolean {
  if (audience === "chosen") {
    const ids = new Set(chosen);
    return ({ id }) => ids.has(id);
  }
  if (audience.includes("_and_") && isNamed(audience)) {
    const responses = audience.split("_and_");
    return ({ rsvp }) => responses.includes(rsvp?.response ?? "pending");
  }
  return () => true;
}
