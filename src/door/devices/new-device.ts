import { DAY_MS, HOUR_MS } from "../../kernel/clock.ts";
import type { EventTimes } from "../../kernel/event-window.ts";
import { newId } from "../../kernel/ids.ts";
import { deviceWindow } from "./device-state.ts";
import type { DoorDeviceRow } from "./queries.ts";
import type { DoorRight } from "./rights.ts";

/** Longer than guests arrive at one event. */
const SCANNER_TICKET_MS = 12 * HOUR_MS;
/** `exp` of a named device's ticket, after its event's door closes: the event may be moved, and the row decides. */
const MOVABLE_MS = 366 * DAY_MS;

/** What a device is made with. */
export interface NewDevice {
  name: string;
  rights: readonly DoorRight[];
  /** A scanner ticket ends with the session and 12 h after it was made; a named device with its event. */
  isTicket: boolean;
}

/** A device as it was made, without its ticket: an idempotency record holds no secret. Times are epoch milliseconds. */
export interface MadeDevice {
  id: string;
  userId: string;
  /** The session that ends a scanner ticket; null for a named device. */
  sessionId: string | null;
  name: string;
  rights: readonly DoorRight[];
  createdAt: number;
  opensAt: number;
  closesAt: number;
  ticketExpiresAt: number;
}

/**
 * The row of a new device.
 * @param maker the member, and the session that asks for it; `endsAt` when that is an API key that expires, epoch milliseconds
 */
export function newDeviceRow(
  maker: { eventId: string; userId: string; sessionId: string; endsAt: number | null },
  { name, rights, isTicket }: NewDevice,
  now: number,
): DoorDeviceRow {
  return {
    eventId: maker.eventId,
    id: newId(now),
    name,
    canScan: rights.includes("scan"),
    canWalkIn: rights.includes("walk_in"),
    canOverride: rights.includes("override"),
    madeBy: maker.userId,
    sessionId: isTicket ? maker.sessionId : null,
    createdAt: now,
    expiresAt: isTicket ? Math.min(now + SCANNER_TICKET_MS, maker.endsAt ?? Number.POSITIVE_INFINITY) : null,
    revokedAt: null,
    lastUsedAt: null,
    lastNetwork: null,
  };
}

/** What the caller gets of a new device, and what its ticket is signed from. */
export function madeDevice(row: DoorDeviceRow, { rights }: NewDevice, event: EventTimes): MadeDevice {
  const { id, name, sessionId, createdAt, expiresAt } = row;
  const window = deviceWindow({ ...row, ...event });
  const ticketExpiresAt = expiresAt ?? Math.max(window.closesAt, createdAt) + MOVABLE_MS;
  return { id, userId: row.madeBy, sessionId, name, rights, createdAt, ticketExpiresAt, ...window };
}
