import { needsOverride } from "../../../kernel/door-reasons.ts";
import type { CodeFacts } from "./door-code.ts";
import type { CheckIn, ListedGuest } from "./guest-shapes.ts";

/** Decision of a phone without a network about a scan. */
export type OfflineDecision =
  | { kind: "let-in"; guest: ListedGuest; reasons: string[] }
  /** A person has to decide. */
  | { kind: "decide"; guest: ListedGuest; reasons: string[] }
  | { kind: "already-in"; checkIn: CheckIn }
  /** The code is of this event, as far as the phone can see, and its guest is not on the phone's list. */
  | { kind: "unknown" }
  /** With the code of the API's error. */
  | { kind: "refuse"; error: "invalid_qr" | "wrong_event" | "qr_expired" };

/** Facts about a scan that the phone has without a network. */
export interface OfflineFacts {
  /** Null: the scanned text is not a door code. Absent for a guest found by name. */
  code?: CodeFacts | null;
  /** The guest of the list. */
  guest: ListedGuest | undefined;
  /** The list has the hash of the code. */
  isCodeCurrent: boolean;
  /** The person at the door has decided to let the guest in. */
  isOverride: boolean;
  /** The door has closed. */
  isClosed: boolean;
}

/** Decides from the list on the phone, by the rules of the service (src/kernel/door-reasons.ts). */
export function decideOffline({ code, guest, isCodeCurrent, isOverride, isClosed }: OfflineFacts): OfflineDecision {
  if (code === null) return { kind: "refuse", error: "invalid_qr" };
  if (code?.isOtherEvent) return { kind: "refuse", error: "wrong_event" };
  if (isClosed && code !== undefined) return { kind: "refuse", error: "qr_expired" };
  if (guest === undefined) return { kind: "unknown" };
  if (guest.check_in !== null) return { kind: "already-in", checkIn: checkInOf(guest, guest.check_in) };
  const isReplaced = code !== undefined && !isCodeCurrent;
  const reasons = [...guest.reasons, ...(isReplaced ? ["link_replaced"] : [])];
  return { kind: needsOverride(reasons) && !isOverride ? "decide" : "let-in", guest, reasons };
}

/** The check-in that the list has of a guest, as the API presents one. */
function checkInOf(guest: ListedGuest, checkIn: NonNullable<ListedGuest["check_in"]>): CheckIn {
  const { id, checked_in_at, arrival_count, by, door } = checkIn;
  const remaining = Math.max(0, guest.expected_party_size - arrival_count);
  const door_device = door === null ? null : ({ name: door, kind: "named" } as const);
  return { id, guest, checked_in_at, checked_in_by_name: by, door_device, arrival_count, remaining };
}
