import type { OpenedDoorCode } from "./door-code.ts";
import type { DoorGuest } from "./queries.ts";

/** What the person at the door should look at before letting a guest in. */
export const DOOR_REASONS = ["declined", "link_replaced", "maybe", "no_answer"] as const;

export type DoorReason = (typeof DOOR_REASONS)[number];

/** Reasons for which a guest is let in only when the person at the door says so. The others are told and no more. */
const NEED_OVERRIDE: readonly DoorReason[] = ["declined", "link_replaced"];

/**
 * What speaks against a guest who stands at the door. A code is only a key: the answer and the link are as they are
 * now, whatever they were when the code was made.
 * @param code the scanned code, or null for a guest who was found by name
 */
export function doorReasons(guest: DoorGuest, code: OpenedDoorCode | null): DoorReason[] {
  const reasons: DoorReason[] = [];
  if (guest.response === "declined") reasons.push("declined");
  if (code !== null && !isPresentLink(guest, code)) reasons.push("link_replaced");
  if (guest.response === "maybe") reasons.push("maybe");
  if (guest.response === null) reasons.push("no_answer");
  return reasons;
}

/** Whether one of these reasons asks for a person's decision. */
export function needsOverride(reasons: readonly DoorReason[]): boolean {
  return reasons.some((reason) => NEED_OVERRIDE.includes(reason));
}

/** Whether a code was made for the link that the guest has now. */
export function isPresentLink(guest: Pick<DoorGuest, "tokenId">, code: OpenedDoorCode): boolean {
  return guest.tokenId?.endsWith(code.linkEnding) === true;
}

/** When somebody came (epoch milliseconds). A scanner's clock may be ahead; nobody arrives in the future. */
export function arrivedAt(scannedAt: number | undefined, now: number): number {
  return Math.min(scannedAt ?? now, now);
}
