import type { Standing } from "./rsvp.ts";

/** Reasons for the person at the door to check before checking a guest in. */
export const DOOR_REASONS = [
  "declined",
  "link_replaced",
  "waitlisted",
  "seat_offered",
  "no_seat",
  "maybe",
  "no_answer",
  "reply_undone",
] as const;

export type DoorReason = (typeof DOOR_REASONS)[number];

/** Reasons that are shown and do not prevent a check-in. The others need `override`. */
const HARMLESS: readonly string[] = ["maybe", "no_answer"] satisfies DoorReason[];

/** The reason of each standing. Null: the guest may come in. */
const REASON_OF: Record<Standing, DoorReason | null> = {
  walk_in: null,
  coming: null,
  offered: "seat_offered",
  waitlisted: "waitlisted",
  unseated: "no_seat",
  maybe: "maybe",
  declined: "declined",
  silent: "no_answer",
  not_invited: "no_answer",
};

/** The facts of a scanned pass. Both are false for a guest who is chosen by name. */
export interface PassFacts {
  isLinkReplaced: boolean;
  /** Whether the host has undone the RSVP of the pass. */
  isReplyUndone?: boolean;
}

/**
 * Returns the reasons against a check-in. The service and the scanner's page on the phone both use them. A pass whose RSVP
 * the host has undone needs a person's decision.
 */
export function doorReasons(standing: Standing, { isLinkReplaced, isReplyUndone = false }: PassFacts): DoorReason[] {
  const known = REASON_OF[standing];
  const reason = known === "no_answer" && isReplyUndone ? "reply_undone" : known;
  const reasons: DoorReason[] = reason === null ? [] : [reason];
  if (!isLinkReplaced) return reasons;
  return standing === "declined" ? [...reasons, "link_replaced"] : ["link_replaced", ...reasons];
}

/** Whether one of the reasons needs a person's decision. */
export function needsOverride(reasons: readonly string[]): boolean {
  return reasons.some((reason) => !HARMLESS.includes(reason));
}
