import type { DoorGuest } from "./queries.ts";

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
const HARMLESS: readonly DoorReason[] = ["maybe", "no_answer"];

/**
 * Returns the reasons against a check-in, by the guest's current RSVP, seat and link. A pass whose RSVP the host has undone
 * needs a person's decision. A guest who is chosen by name has just no RSVP.
 */
export function doorReasons(
  guest: Pick<DoorGuest, "response" | "seat" | "tokenId"> & Partial<Pick<DoorGuest, "isReplyUndone">>,
  { linkEnding }: { linkEnding: string | null },
): DoorReason[] {
  const reasons: DoorReason[] = [];
  if (guest.response === "declined") reasons.push("declined");
  if (linkEnding !== null && guest.tokenId?.endsWith(linkEnding) !== true) reasons.push("link_replaced");
  if (guest.response === "attending" && guest.seat !== "confirmed") reasons.push(seatReason(guest.seat));
  if (guest.response === "maybe") reasons.push("maybe");
  if (guest.response === null) reasons.push(linkEnding !== null && guest.isReplyUndone ? "reply_undone" : "no_answer");
  return reasons;
}

/** Why an attending guest has no seat. `no_seat`: an offer was not taken in time. */
function seatReason(seat: "waitlisted" | "offered" | null): DoorReason {
  if (seat === null) return "no_seat";
  return seat === "offered" ? "seat_offered" : "waitlisted";
}

/** Whether one of the reasons needs a person's decision. */
export function needsOverride(reasons: readonly DoorReason[]): boolean {
  return reasons.some((reason) => !HARMLESS.includes(reason));
}
