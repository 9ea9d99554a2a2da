import { AppError } from "../../kernel/errors.ts";
import type { RateLimitResult } from "../../kernel/sliding-window.ts";
import type { EventCaller } from "../../platform/authorization/authorize-member.ts";
import type { Counted } from "./device-state.ts";

/** Rights of a door device. `override` checks a guest in despite their RSVP, or with more people than expected. */
export const DOOR_RIGHTS = ["scan", "walk_in", "override"] as const;

export type DoorRight = (typeof DOOR_RIGHTS)[number];

/** The door device that sent a request, as its ticket names it. */
export interface PresentedDevice {
  id: string;
  /** A named device works while its event's door is open. A session's ticket has its own times. */
  isNamed: boolean;
  rights: readonly DoorRight[];
  /** The client's network, a /24 or /48; empty if the platform names no address. */
  network: string;
  /** The limit that the request counts against. Null: no limit that is stored as rows. */
  counted: Counted | null;
  /** Set by the batch that counts the request; null until then. A request is counted once. */
  verdict: RateLimitResult | null;
}

/** The caller of a route at the door: a member with a session, or a door device that acts for the member who made it. */
export interface DoorCaller extends EventCaller {
  /** Null for a member. */
  device: PresentedDevice | null;
}

/** Whether a caller has a right. A member has all that the role allows. */
export function hasRight({ device }: Pick<DoorCaller, "device">, right: DoorRight): boolean {
  return device === null || device.rights.includes(right);
}

/** @throws AppError 403 `door_right_missing` for a device without the right */
export function requireRight(caller: Pick<DoorCaller, "device">, right: DoorRight): void {
  if (!hasRight(caller, right)) throw rightMissing(right);
}

/** 403 that names the right which a door device lacks. */
export function rightMissing(right: DoorRight): AppError {
  return new AppError("door_right_missing", { right });
}
