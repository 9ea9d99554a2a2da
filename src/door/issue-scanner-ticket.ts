import type { RequestContext } from "../context.ts";
import type { EventCaller } from "../platform/authorization/authorize-member.ts";
import { DOOR_RIGHTS } from "./devices/door-caller.ts";
import { type DeviceWithTicket, makeWithTicket } from "./devices/door-devices.ts";

const SCANNER_TICKET_NAME = "Scanner link";

/** A ticket with which a phone may call the door's routes of one event. `expiresAt` in epoch milliseconds. */
export interface MintedTicket {
  ticket: string;
  url: string;
  expiresAt: number;
}

/**
 * Issues a scanner ticket: the ticket of a door device with every right, which ends with the caller's session.
 * @throws AppError 403 `feature_disabled`, 402 `feature_not_in_tier`
 */
export async function issueScannerTicket(ctx: RequestContext, caller: EventCaller): Promise<MintedTicket> {
  const { ticket, url, closesAt } = await createScannerTicket(ctx, caller);
  return { ticket, url, expiresAt: closesAt };
}

/** Makes a device with every right that ends with the caller's session: a link for the host's own phone. */
function createScannerTicket(ctx: RequestContext, caller: EventCaller): Promise<DeviceWithTicket> {
  return makeWithTicket(ctx, caller, { name: SCANNER_TICKET_NAME, rights: DOOR_RIGHTS, isTicket: true });
}
