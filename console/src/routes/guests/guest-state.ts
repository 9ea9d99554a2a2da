import type { Guest } from "@usher/client";
import { type RsvpStanding, standingOfRsvp } from "../../../../src/kernel/standing.ts";
import type { Key } from "../../i18n/areas.ts";

/** A state as a text of the area `guests`, with its tone. */
export interface StateWords {
  key: Key<"guests">;
  tone?: "good" | "warn" | "bad";
}

const TONES: { [S in Guest["standing"]]?: StateWords["tone"] } = {
  coming: "good",
  walk_in: "good",
  offered: "warn",
  waitlisted: "warn",
  unseated: "warn",
  maybe: "warn",
  silent: "warn",
};

/** Returns what the guest's standing is called. */
export function standingState({ standing }: Pick<Guest, "standing">): StateWords {
  const tone = TONES[standing];
  return { key: `is-${standing}`, ...(tone === undefined ? {} : { tone }) };
}

/** True if the guest got a link. By link, not by standing: a guest whose RSVP a host recorded may have none. */
export function hasLink({ invited_at }: Pick<Guest, "invited_at">): boolean {
  return invited_at !== null;
}

/** The words of a reply: a yes without a confirmed seat does not mean that the guest comes. */
const SAID = {
  coming: "attending",
  offered: "yes",
  waitlisted: "yes",
  unseated: "yes",
  maybe: "maybe",
  declined: "declined",
} as const satisfies Record<RsvpStanding, string>;

/** Returns what a reply is called in texts, whatever became of its guest at the door. */
export function saidIn(rsvp: Parameters<typeof standingOfRsvp>[0]) {
  return SAID[standingOfRsvp(rsvp)];
}

export function invitationState(guest: Guest): StateWords {
  const { delivery, opened_at, checked_in_at, over_tier } = guest;
  if (over_tier && !hasLink(guest)) return { key: "is-over-tier", tone: "bad" };
  if (checked_in_at !== null) return { key: "is-in", tone: "good" };
  if (delivery.status === "bounced" || delivery.status === "complained")
    return { key: `is-${delivery.status}`, tone: "bad" };
  if (delivery.status === "suppressed")
    return { key: delivery.reason === "unsubscribed" ? "is-unsubscribed" : "is-suppressed", tone: "bad" };
  if (delivery.status === "failed") return { key: "is-failed", tone: "bad" };
  if (opened_at !== null) return { key: "is-opened" };
  if (!hasLink(guest)) return { key: "is-none" };
  if (delivery.status === "delivered") return { key: "is-delivered" };
  return delivery.status === "none" ? { key: "is-link-only" } : { key: "is-sent" };
}
